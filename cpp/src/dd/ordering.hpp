// Move ordering: the card to try first. It affects the time of a search, never its result.
//
// A move gets the sum of the weights of what is true of it. The weights were found by descent on the
// number of positions searched, over random deals; notrump and suit contracts have their own.
#pragma once

#include <algorithm>

#include "dd/layout.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

// Owners are counted from the player: himself, left, partner, right. Lengths, choices, and cards above are
// worth a quarter of their weight each.
struct LeadWeights {
    int low[4][4], high[4][4];  // by the owners of the two top cards; is one of them led?
    int each_card_above, left_void, left_ruffs, right_void, right_ruffs, partner_void, partner_ruffs;
    int singleton, singleton_beside_trumps;
    int trump, own_trumps, partners_trumps;
    int own_length, partners_length, lefts_length, rights_length;  // outside trumps
    int lefts_choices, rights_choices, partners_choices, own_choices;
    int our_masters, one_side_only, their_masters;
};

struct SecondWeights {
    int low, each_card_above_low, discard, low_when_partner_can_win;
    int wins, each_card_above_winning, wins_with_master, wins_by_ruff, wins_when_partner_can;
    int for_now, each_card_above_for_now, for_now_when_partner_can;
    int low_by_top[4], winning_by_top[4], for_now_by_top[4];  // by the owner of the top card of the suit
};

struct ThirdWeights {
    int low, each_card_above_low, discard, low_when_partner_has_won;
    int over_partner, each_card_above_over_partner;  // who has won already
    int wins, each_card_above_winning, for_now, each_card_above_for_now, for_now_over_partner;
};

struct LastWeights {
    int over_partner, wins, each_card_above_following, each_card_above_ruffing, low, each_card_above_low,
        discard;
};

struct DiscardWeights {
    int own_length, each_card_above, master, bare_second, from_second_and_one, from_top, from_partners_top;
    int partners_length, opponents_length, trump, singleton, no_longer_than_theirs, into_lefts_top;
};

struct Weights {
    LeadWeights lead;
    SecondWeights second;
    ThirdWeights third;
    LastWeights last;
    DiscardWeights discard;
};

inline constexpr Weights kSuitWeights = {
    {{{-27, 21, 0, -14}, {-10, -10, 37, -10}, {71, 31, 40, 25}, {-16, -18, 2, -16}},
     {{28, 30, 45, 12}, {-4, 2, 2, 2}, {46, 25, 25, 25}, {-14, -14, -14, -14}},
     2,
     -86,
     -180,
     -94,
     -125,
     0,
     24,
     2,
     43,
     7,
     6,
     3,
     6,
     -3,
     0,
     0,
     -15,
     -11,
     0,
     6,
     -2,
     -15,
     -6},
    {-40, 4, 15, 0, 65, 32, 4, -21, -2, 30, 16, 0, {0, 0, 0, 0}, {0, 0, 0, 6}, {0, 0, 105, 0}},
    {36, 4, -51, -9, -323, -85, 118, 4, 85, 8, -268},
    {-90, 100, -3, 0, 50, 4, -57},
    {26, 8, -154, -79, -253, 10, -12, -20, -8, -218, 5, -19, -2},
};
inline constexpr Weights kNotrumpWeights = {
    {{{-105, -39, 60, -142}, {12, 12, 64, 8}, {73, 27, 40, 28}, {-65, -58, 39, -45}},
     {{24, 28, -1, 42}, {49, 18, 18, 18}, {21, 27, 27, 27}, {14, 14, 14, 14}},
     -33,
     -68,
     0,
     -91,
     0,
     15,
     0,
     -2,
     0,
     0,
     0,
     0,
     -1,
     -14,
     -15,
     -77,
     -14,
     -2,
     34,
     -47,
     2,
     -188,
     0},
    {-20, 4, 0, -35, 65, 6, 0, 0, 0, 30, -7, -12, {-2, -15, 0, -18}, {0, 0, 0, 0}, {-6, 0, 0, -6}},
    {58, 2, 0, 10, 20, -11, 100, 4, 77, -4, -10},
    {45, 100, 44, 4, 50, 4, 50},
    {20, 8, -18, -102, 0, 3, -12, -33, -7, 0, -4, 6, 0},
};

// The trick in progress.
struct Trick {
    int leader = 0;
    int tricks_left = 0;  // this one included
    int target = 0;       // tricks N/S want of those
    int led = 0;          // the suit
    int winner = 0;
    Lanes best{};  // the card that is winning
    Lanes played{};
    Lanes barred{};  // suits that are refuted without searching
};

// Would the best of a hand beat `best`, which is winning?
inline bool can_beat(const Layout& at, Lanes hand, int led, Lanes best) {
    if (const Lanes following = hand & lane(led); following.any())
        return suit_of(best) == led && following > best;
    const Lanes ruffing = hand & at.trumps();
    return ruffing.any() && (suit_of(best) != at.trump || ruffing > best);
}

// The weight of trying a card first, for the player at place `turn` of a trick.
template <int turn>
class Ordering {
   public:
    Ordering(const Layout& at, const Trick& trick, int seat)
        : at_(at),
          trick_(trick),
          seat_(seat),
          weights_(at.trump == kNotrump ? kNotrumpWeights : kSuitWeights) {
        if constexpr (turn == 0) return;
        const Lanes in = lane(trick.led), left = at.hand[left_of(seat)], partner = at.hand[partner_of(seat)];
        is_following_ = (at.hand[seat] & in).any();
        partner_wins_ = turn > 1 && partner_of(seat) == trick.winner;
        if constexpr (turn == 1) {
            partner_can_win_ = can_beat(at, partner, trick.led, trick.best);
            top_owner_ = owner(highest((at.all & in) - trick.played));
        }
        if constexpr (turn == 2)
            partner_has_won_ = partner_wins_ && !can_beat(at, left, trick.led, trick.best);
    }

    int operator()(Lanes card) const {
        const int suit = suit_of(card), cards_above = count(at_.all & lane(suit) & above(card));
        if constexpr (turn == 0) return lead(card, suit, cards_above);
        const bool beats = at_.beats(card, trick_.best);
        if (!beats && !is_following_) return discard(card, suit, cards_above);
        if constexpr (turn == 1) return second(card, beats, cards_above);
        if constexpr (turn == 2) return third(card, beats, cards_above);
        if constexpr (turn == 3) return last(beats, cards_above);
    }

   private:
    int lead(Lanes card, int suit, int cards_above) const {
        const LeadWeights& w = weights_.lead;
        const Lanes in = lane(suit), present = at_.all & in;
        const Lanes top = highest(present), second = highest(present ^ top);
        const int tops = owner(top), seconds = second.empty() ? tops : owner(second);
        const bool is_high = card == top || card == second;
        return (is_high ? w.high : w.low)[tops][seconds] + w.each_card_above * cards_above / 4 +
               shortness(suit) + (lengths(suit) + choices(in)) / 4 + balance(present);
    }

    // Who has no cards of the suit, or one.
    int shortness(int suit) const {
        const LeadWeights& w = weights_.lead;
        const Lanes in = lane(suit), trumps = suit == at_.trump ? Lanes{} : at_.trumps();
        const Lanes left = at_.hand[left_of(seat_)], right = at_.hand[right_of(seat_)];
        const Lanes own = at_.hand[seat_], partner = at_.hand[partner_of(seat_)];
        int sum = 0;
        if ((left & in).empty()) sum += w.left_void + ((left & trumps).any() ? w.left_ruffs : 0);
        if ((right & in).empty()) sum += w.right_void + ((right & trumps).any() ? w.right_ruffs : 0);
        if ((partner & in).empty()) sum += w.partner_void + ((partner & trumps).any() ? w.partner_ruffs : 0);
        if (at_.length(seat_, suit) == 1)
            sum += w.singleton + ((own & trumps).any() ? w.singleton_beside_trumps : 0);
        return sum;
    }

    int lengths(int suit) const {
        const LeadWeights& w = weights_.lead;
        const int own = at_.length(seat_, suit), partner = at_.length(partner_of(seat_), suit);
        if (suit == at_.trump) return 4 * w.trump + w.own_trumps * own + w.partners_trumps * partner;
        return w.own_length * own + w.partners_length * partner +
               w.lefts_length * at_.length(left_of(seat_), suit) +
               w.rights_length * at_.length(right_of(seat_), suit);
    }

    // Narrowness: the fewer replies, the smaller the tree.
    int choices(Lanes in) const {
        const LeadWeights& w = weights_.lead;
        const auto of = [&](int seat) { return count(heads_of_runs(at_.hand[seat] & in, at_.all)); };
        return w.lefts_choices * of(left_of(seat_)) + w.rights_choices * of(right_of(seat_)) +
               w.partners_choices * of(partner_of(seat_)) + w.own_choices * of(seat_);
    }

    int balance(Lanes present) const {
        const LeadWeights& w = weights_.lead;
        const Lanes ours = (at_.hand[seat_] | at_.hand[partner_of(seat_)]) & present, theirs = present - ours;
        if (theirs.empty()) return w.one_side_only + w.our_masters * count(ours) / 4;
        return w.our_masters * count(ours & above(highest(theirs))) / 4 +
               w.their_masters * count(theirs & above(highest(ours))) / 4;
    }

    int second(Lanes card, bool beats, int cards_above) const {
        const SecondWeights& w = weights_.second;
        if (!beats)
            return w.low + w.each_card_above_low * cards_above / 4 + w.low_by_top[top_owner_] +
                   (partner_can_win_ ? w.low_when_partner_can_win : 0);
        if (can_beat(at_, at_.hand[left_of(seat_)], trick_.led, card))
            return w.for_now + w.each_card_above_for_now * cards_above / 4 +
                   (is_following_ ? w.for_now_by_top[top_owner_] : 0) +
                   (partner_can_win_ ? w.for_now_when_partner_can : 0);
        return w.wins + w.each_card_above_winning * cards_above / 4 +
               (cards_above == 0 ? w.wins_with_master : 0) +
               (is_following_ ? w.winning_by_top[top_owner_] : w.wins_by_ruff) +
               (partner_can_win_ ? w.wins_when_partner_can : 0);
    }

    int third(Lanes card, bool beats, int cards_above) const {
        const ThirdWeights& w = weights_.third;
        if (!beats)
            return w.low + w.each_card_above_low * cards_above / 4 +
                   (partner_has_won_ ? w.low_when_partner_has_won : 0);
        if (partner_has_won_) return w.over_partner + w.each_card_above_over_partner * cards_above / 4;
        if (can_beat(at_, at_.hand[left_of(seat_)], trick_.led, card))
            return w.for_now + w.each_card_above_for_now * cards_above / 4 +
                   (partner_wins_ ? w.for_now_over_partner : 0);
        return w.wins + w.each_card_above_winning * cards_above / 4;
    }

    int last(bool beats, int cards_above) const {
        const LastWeights& w = weights_.last;
        if (!beats) return w.low + w.each_card_above_low * cards_above / 4;
        const int each = is_following_ ? w.each_card_above_following : w.each_card_above_ruffing;
        return (partner_wins_ ? w.over_partner : w.wins) + each * cards_above / 4;
    }

    int discard(Lanes card, int suit, int cards_above) const {
        const DiscardWeights& w = weights_.discard;
        const Lanes present = at_.all & lane(suit), top = highest(present), second = highest(present ^ top);
        const Lanes own = at_.hand[seat_];
        const int length = at_.length(seat_, suit);
        const int theirs = std::max(at_.length(left_of(seat_), suit), at_.length(right_of(seat_), suit));
        int sum = before_discarding() + w.own_length * length / 4 + w.each_card_above * cards_above / 4 +
                  w.partners_length * at_.length(partner_of(seat_), suit) / 4 +
                  w.opponents_length * theirs / 4;
        if (card == top) sum += w.master;
        if (card == second && length <= 2) sum += w.bare_second;
        if ((own & second).any() && length == 2) sum += w.from_second_and_one;
        if ((own & top).any()) sum += w.from_top;
        if ((at_.hand[partner_of(seat_)] & top).any()) sum += w.from_partners_top;
        if ((at_.hand[left_of(seat_)] & top).any()) sum += w.into_lefts_top;
        if (length <= theirs) sum += w.no_longer_than_theirs;
        return sum + (suit == at_.trump ? w.trump : 0) + (length == 1 ? w.singleton : 0);
    }

    int before_discarding() const {
        if constexpr (turn == 1)
            return weights_.second.discard +
                   (partner_can_win_ ? weights_.second.low_when_partner_can_win : 0);
        if constexpr (turn == 2)
            return weights_.third.discard + (partner_has_won_ ? weights_.third.low_when_partner_has_won : 0);
        return weights_.last.discard;
    }

    // Whose card, counted from the player.
    int owner(Lanes card) const {
        for (int place = 1; place < 4; ++place)
            if ((at_.hand[(seat_ + place) & 3] & card).any()) return place;
        return 0;
    }

    const Layout& at_;
    const Trick& trick_;
    const int seat_;
    const Weights& weights_;
    int top_owner_ = 0;
    bool partner_wins_ = false, partner_can_win_ = false, partner_has_won_ = false, is_following_ = false;
};

// Some cards of a player, the most promising first.
template <int turn>
class Ordered {
   public:
    Ordered(const Layout& at, const Trick& trick, int seat, Lanes cards) {
        const Ordering<turn> weight(at, trick, seat);
        for (; cards.any(); cards = rest(cards)) {
            const Lanes card = lowest(cards);
            const int own_weight = weight(card);
            int place = many_++;
            for (; place > 0 && weights_[place - 1] < own_weight; --place) {
                weights_[place] = weights_[place - 1];
                cards_[place] = cards_[place - 1];
            }
            weights_[place] = own_weight;
            cards_[place] = card.bits();
        }
    }
    int size() const { return many_; }
    Lanes operator[](int place) const { return Lanes{cards_[place]}; }

   private:
    std::uint64_t cards_[13];  // bare bits, because Lanes would all be set to zero first
    int weights_[13];
    int many_ = 0;
};

}  // namespace overtrick::inline OVERTRICK_TARGET
