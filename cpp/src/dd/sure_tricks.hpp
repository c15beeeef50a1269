// Tricks that can be counted without searching, each with the cards that make them sure.
//
// Every rule proves that a side takes some tricks, and returns the winners on which the proof depends. The
// proof holds in every position of the same shape in which the top cards of each suit, down to its lowest
// winner, have the same owners. docs/double-dummy.md has the proofs.
#pragma once

#include <algorithm>

#include "dd/layout.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

struct Sure {
    int tricks = 0;
    Lanes winners{};
};

// The cards of a hand above everybody else's in a suit; `present` is the suit.
inline Lanes masters(Lanes held, Lanes present) {
    const Lanes others = present - held;
    return others.empty() ? held : held & above(highest(others));
}

// The highest cards of a set, as many as given.
inline Lanes highest_of(Lanes cards, int many) {
    for (int extra = count(cards) - many; extra > 0; --extra) cards = rest(cards);
    return cards;
}

// What a hand on lead takes by leading its own masters, trumps first, then whatever cannot be ruffed, until
// it has `need` tricks; and then, if it can reach its partner, by leading partner's.
class Cashing {
   public:
    Cashing(const Layout& at, int seat)
        : at_(at), seat_(seat), partner_(partner_of(seat)), left_(left_of(seat)), right_(right_of(seat)) {}

    Sure count_tricks(int tricks_left, int need) {
        const Lanes trumps = at_.trumps();
        left_ruffs_ = (at_.hand[left_] & trumps).any();
        right_ruffs_ = (at_.hand[right_] & trumps).any();
        if (at_.trump != kNotrump) {
            cash(at_.trump, need);
            const int rounds = suits_[at_.trump].rounds;
            if (at_.length(partner_, at_.trump) > rounds)
                partners_plain_ = count(at_.hand[partner_] - trumps);
            if (at_.length(seat_, at_.trump) > rounds) own_plain_ = count(at_.hand[seat_] - trumps);
        }
        for (int suit = 0; suit < 4 && sure_.tricks < need; ++suit)
            if (suit != at_.trump) cash(suit, need);
        if (sure_.tricks >= need) return sure_;
        for (int suit = 0; suit < 4; ++suit) cash_beyond(suit);
        if (is_reached_) {
            sure_.tricks += std::min(beyond_.tricks, tricks_left - sure_.tricks);
            sure_.winners |= beyond_.winners;
        }
        return sure_;
    }

   private:
    struct Suit {
        int rounds = 0;  // cashed by the hand itself
        int most = 0;    // before an opponent can ruff
        Lanes top;
    };

    void cash(int suit, int need) {
        const Lanes in = lane(suit), own = at_.hand[seat_] & in;
        const int lefts = at_.length(left_, suit), rights = at_.length(right_, suit);
        Suit& cashed = suits_[suit];
        cashed.most = 13;
        if (suit != at_.trump) {
            if (left_ruffs_) cashed.most = lefts;
            if (right_ruffs_) cashed.most = std::min(cashed.most, rights);
        }
        if (const Lanes top = masters(own, at_.all & in); top.any()) {
            const int longest = std::max({lefts, rights, at_.length(partner_, suit)});
            const int run = count(top) >= longest ? count(own) : count(top);  // the rest are long cards
            cashed.rounds = std::min({run, cashed.most, need - sure_.tricks});
            if (suit != at_.trump) cashed.rounds = std::min(cashed.rounds, partners_plain_);
            cashed.top = highest_of(top, std::min(cashed.rounds, longest));
            sure_.tricks += cashed.rounds;
            sure_.winners |= cashed.top;
        }
        if (suit == at_.trump) {
            left_ruffs_ = lefts > cashed.rounds;
            right_ruffs_ = rights > cashed.rounds;
        } else {
            partners_plain_ -= cashed.rounds;
            own_plain_ -= cashed.rounds;
        }
    }

    // Partner follows to those rounds with the lowest cards, and has the lead once a card can be led to him.
    void cash_beyond(int suit) {
        const Lanes in = lane(suit);
        const Suit& cashed = suits_[suit];
        const int more = at_.length(partner_, suit) - cashed.rounds;
        const int unruffed = cashed.most - cashed.rounds;
        if (more <= 0 || unruffed <= 0) return;
        const Lanes top = masters(at_.hand[partner_] & in, (at_.all & in) - cashed.top);
        if (top.empty()) return;
        const int lefts = at_.length(left_, suit), rights = at_.length(right_, suit),
                  owns = at_.length(seat_, suit);
        const int longest = std::max({lefts, rights, owns}) - cashed.rounds;  // of the others, by then
        const int run = count(top) >= longest ? more : std::min(more, count(top));
        const int rounds =
            std::min({run, unruffed, suit == at_.trump ? run : std::min(own_plain_, partners_plain_)});
        if (rounds <= 0) return;
        if (suit != at_.trump) {
            own_plain_ -= rounds;
            partners_plain_ -= rounds;
        }
        beyond_.tricks += rounds;
        beyond_.winners |= highest_of(top, std::min(rounds, std::max(longest, 0)));
        is_reached_ |= owns > cashed.rounds;
    }

    const Layout& at_;
    const int seat_, partner_, left_, right_;
    bool left_ruffs_ = false, right_ruffs_ = false, is_reached_ = false;
    // Lanes that are not trumps, in a hand that has trumps left: with none of them it would have to ruff.
    int partners_plain_ = 13, own_plain_ = 13;
    Suit suits_[4];
    Sure sure_, beyond_;
};

// The trumps of two partners that nobody else can beat will each take a trick, whoever leads, up to the
// length of the longer holding. A hand that need not play all its cards is somebody else.
inline Sure sure_trumps(const Layout& at, int seat, int tricks_left) {
    Lanes own;
    int longest = 0;
    for (const int each : {seat, partner_of(seat)}) {
        if (count(at.hand[each]) != tricks_left) continue;
        own |= at.hand[each] & at.trumps();
        longest = std::max(longest, at.length(each, at.trump));
    }
    const Lanes top = masters(own, at.all & at.trumps());
    return {std::min(count(top), longest), top};
}

// The suits that the side on lead cannot lead, because an opponent has the top card and then cashes enough.
inline Lanes refuted_suits(const Layout& at, int leader, int tricks_left, int need, Lanes& winners) {
    const Lanes own = at.hand[leader], partner = at.hand[partner_of(leader)];
    const bool partner_ruffs = (partner & at.trumps()).any();
    Lanes refuted;
    for (const int seat : {left_of(leader), right_of(leader)}) {
        Sure sure{.tricks = -1, .winners = {}};
        for (int suit = 0; suit < 4; ++suit) {
            const Lanes in = lane(suit), top = highest(at.all & in);
            if ((own & in).empty() || (top & at.hand[seat]).empty()) continue;
            if (partner_ruffs && suit != at.trump && (partner & in).empty()) continue;
            if (sure.tricks < 0) sure = Cashing(at, seat).count_tricks(tricks_left, need);
            if (sure.tricks < need) break;
            refuted |= in;
            winners |= sure.winners | top;
        }
    }
    return refuted;
}

// What a hand has against two others: its masters, and the top card of each suit that they could lead.
struct Stoppers {
    Stoppers(const Layout& at, int seat, Lanes leading) {
        for (int suit = 0; suit < 4; ++suit) {
            const Lanes in = lane(suit), own = masters(at.hand[seat] & in, at.all & in);
            all |= own;
            if ((leading & in).any()) tops |= highest(own);
        }
    }

    Lanes all, tops;
};

// Is the side on lead bound to lose `need` tricks, because it must at last lead a suit in which an opponent
// has the top card and that many masters? Only for a side without trumps: it could ruff.
inline bool is_stopped(const Layout& at, int leader, int tricks_left, int need, Lanes& winners) {
    const int partner = partner_of(leader);
    const Lanes leading = at.hand[leader] | at.hand[partner];
    if ((leading & at.trumps()).any()) return false;
    winners = {};
    Lanes stopped;
    int kept = 0;  // cards that an opponent must not discard
    for (const int seat : {left_of(leader), right_of(leader)}) {
        const Stoppers stoppers(at, seat, leading);
        if (stoppers.tops.empty() || count(stoppers.all) < need) continue;
        const int suits = count(stoppers.tops);
        stopped |= stoppers.tops;
        kept = std::max(kept, need - 1 + suits);
        winners |= stoppers.tops | highest_of(stoppers.all ^ stoppers.tops, std::max(0, need - suits));
    }
    if (stopped.empty()) return false;
    int room = tricks_left;  // when the other suits have been led
    for (int suit = 0; suit < 4; ++suit)
        if ((stopped & lane(suit)).empty())
            room -= std::max(at.length(leader, suit), at.length(partner, suit));
    return room >= kept;
}

}  // namespace overtrick::inline OVERTRICK_TARGET
