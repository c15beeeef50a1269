// The cash game, searched to the end for one number of tricks after another.
#include "overtrick/squeezes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "overtrick/cards.hpp"

namespace overtrick {
namespace {

constexpr int kBlank = -1;

using CardSets = std::array<CardSet, 4>;  // one for each seat

constexpr bool is_attacker(int seat) { return seat % 2 == 0; }
constexpr CardSet in_suit(CardSet cards, int suit) { return cards & suit_set(suit); }
// The cards of a suit that are higher than a given card; none if the card is of another suit.
constexpr CardSet higher(int card, CardSet cards) {
    return in_suit(cards, suit_of(card)) & above(card_set(card));
}

// The lowest of each run of a hand's touching cards; no card in play lies between two of a run.
CardSet one_of_each_run(CardSet own, CardSet in_play) {
    CardSet kept;
    for (int suit = 0; suit < 4; ++suit) {
        if (in_suit(own, suit).empty()) continue;
        bool is_run = false;
        for (CardSet left = in_suit(own | in_play, suit); left.any(); left = rest(left)) {
            const bool is_own = (own & lowest(left)).any();
            if (is_own && !is_run) kept |= lowest(left);
            is_run = is_own;
        }
    }
    return kept;
}

struct Start {
    CardSets hands{};
    int leader = 0;
    bool operator==(const Start&) const = default;
};

struct StartHash {
    std::size_t operator()(const Start& start) const {
        std::uint64_t mixed = static_cast<std::uint64_t>(start.leader);
        for (const CardSet hand : start.hands) {
            mixed = (mixed ^ hand.bits()) * 0x9e3779b97f4a7c15;
            mixed ^= mixed >> 29;
        }
        return static_cast<std::size_t>(mixed);
    }
};

struct Limits {
    std::int8_t least = 0;
    std::int8_t most = 13;
};

struct Trick {
    Start start;       // its hands hold the cards on the table too
    CardSets hands{};  // now
    int turn = 0;
    std::array<int, 4> cards{};

    int seat() const { return (start.leader + turn) % 4; }
    int suit() const { return suit_of(cards[0]); }

    // The turn that is winning.
    int best(int strain) const {
        int best = 0;
        for (int later = 1; later < turn; ++later) {
            if (cards[later] == kBlank) continue;
            const bool follows_best = suit_of(cards[later]) == suit_of(cards[best]);
            if (follows_best ? cards[later] > cards[best] : suit_of(cards[later]) == strain) best = later;
        }
        return best;
    }
};

class CashGame {
   public:
    CashGame(int strain, const Ways& ways)
        : strain_(strain), ways_{ways.ruffs && strain != kNotrump, ways.finesses} {}

    // Do N/S take at least this many tricks, before a lead?
    bool reaches(const Start& start, int target) {
        if (target <= 0) return true;
        if (start.hands[start.leader].empty() || target > bound(start)) return false;
        if (const auto known = known_.find(start); known != known_.end()) {
            if (target <= known->second.least) return true;
            if (target > known->second.most) return false;
        }
        Trick trick{.start = start, .hands = start.hands};
        const bool is_reached = is_attacker(start.leader) ? some_lead(trick, target) : after(trick, target);
        Limits& limits = known_[start];
        (is_reached ? limits.least : limits.most) =
            static_cast<std::int8_t>(is_reached ? target : target - 1);
        return is_reached;
    }

    // The same with cards on the table.
    bool after(Trick& trick, int target) {
        if (trick.turn == 4) return finished(trick, target);
        return is_attacker(trick.seat()) ? attacker(trick, target) : defender(trick, target);
    }

   private:
    bool tops_only() const { return !ways_.ruffs && !ways_.finesses; }

    // Suits that cannot be cashed, now or ever: a defender has the highest card, and keeps it.
    bool is_dead(const CardSets& hands, int suit) const {
        return tops_only() && in_suit(hands[1] | hands[3], suit) >= in_suit(hands[0] | hands[2], suit);
    }

    bool can_ruff(const CardSets& hands, int seat, int suit) const {
        return strain_ != kNotrump && suit != strain_ && in_suit(hands[seat], suit).empty() &&
               in_suit(hands[seat], strain_).any();
    }

    int bound(const Start& start) const {
        const int left = start.hands[0].size();
        if (!tops_only() || !is_attacker(start.leader)) return left;
        int most = 0;
        for (int suit = 0; suit < 4; ++suit)
            if (!is_dead(start.hands, suit))
                most += std::max(in_suit(start.hands[0], suit).size(), in_suit(start.hands[2], suit).size());
        return std::min(left, most);
    }

    bool some_lead(Trick& trick, int target) {
        const CardSets& hands = trick.start.hands;
        for (int suit = 0; suit < 4; ++suit) {
            if (is_dead(hands, suit)) continue;
            if (tops_only() && (can_ruff(hands, 1, suit) || can_ruff(hands, 3, suit))) continue;
            CardSet leads = one_of_each_run(in_suit(hands[trick.seat()], suit), in_play(trick));
            for (; leads.any(); leads = rest(leads))
                if (played(trick, leads.lowest_place(), target)) return true;
        }
        return false;
    }

    bool attacker(Trick& trick, int target) {
        if (target > trick.hands[trick.seat()].size()) return false;
        for (CardSet cards = attackers_cards(trick); cards.any(); cards = rest(cards))
            if (played(trick, cards.lowest_place(), target)) return true;
        return false;
    }

    bool defender(Trick& trick, int target) {
        const CardSet own = trick.hands[trick.seat()];
        const bool is_lead = trick.turn == 0;
        CardSet cards = is_lead ? own : in_suit(own, trick.suit());
        if (!is_lead && cards.empty()) {
            if (!played(trick, kBlank, target)) return false;
            cards = own;
        } else if (is_attacker(trick.start.leader)) {
            // After a lead by N/S the defenders never lead again: the higher cards are at least as good to
            // keep, unless one may save this trick.
            cards = lowest(cards) |
                    (ways_.finesses ? higher(trick.cards[trick.best(strain_)], cards) : CardSet{});
        }
        cards = one_of_each_run(cards, in_play(trick));
        for (; cards.any(); cards = rest(cards))
            if (!played(trick, cards.lowest_place(), target)) return false;
        return true;
    }

    CardSet attackers_cards(const Trick& trick) const {
        const CardSet own = trick.hands[trick.seat()];
        if (const CardSet following = in_suit(own, trick.suit()); following.any())
            return one_of_each_run(following, in_play(trick));
        if (!is_attacker(trick.start.leader)) return one_of_each_run(own, in_play(trick));
        CardSet dead;
        for (int suit = 0; suit < 4; ++suit)
            if (suit != strain_ && is_dead(trick.hands, suit)) dead |= in_suit(own, suit);
        return one_of_each_run(own - dead, in_play(trick)) | lowest(dead);
    }

    bool played(Trick& trick, int card, int target) {
        CardSet& hand = trick.hands[trick.seat()];
        const CardSet before = hand;
        if (card != kBlank) hand -= card_set(card);
        trick.cards[trick.turn++] = card;
        const bool is_reached = after(trick, target);
        --trick.turn;
        hand = before;
        return is_reached;
    }

    bool finished(const Trick& trick, int target) {
        const int best = trick.best(strain_), winner = (trick.start.leader + best) % 4;
        const Start next{.hands = trick.hands, .leader = winner};
        if (!is_attacker(trick.start.leader)) return reaches(next, is_attacker(winner) ? target - 1 : target);
        return is_attacker(winner) && is_allowed(trick, trick.cards[best]) && reaches(next, target - 1);
    }

    bool is_allowed(const Trick& trick, int winning) const {
        if (ways_.finesses) return true;
        if (suit_of(winning) != trick.suit()) return ways_.ruffs;
        return in_suit(trick.start.hands[1] | trick.start.hands[3], trick.suit()) < card_set(winning);
    }

    static CardSet in_play(const Trick& trick) {
        return trick.start.hands[0] | trick.start.hands[1] | trick.start.hands[2] | trick.start.hands[3];
    }

    std::unordered_map<Start, Limits, StartHash> known_;
    int strain_;
    Ways ways_;
};

}  // namespace

int cash_tricks(const Position& position, const Ways& ways) {
    CashGame game(position.strain, ways);
    CardSets hands;
    for (int seat = 0; seat < 4; ++seat) hands[seat] = CardSet{position.hands[seat]};
    Trick trick{.start = {hands, position.leader}, .hands = hands};
    for (; trick.turn < 3 && position.trick[trick.turn] >= 0; ++trick.turn) {
        trick.cards[trick.turn] = position.trick[trick.turn];
        trick.start.hands[trick.seat()] |= card_set(trick.cards[trick.turn]);
    }
    const auto is_reached = [&](int target) {
        return trick.turn == 0 ? game.reaches(trick.start, target) : game.after(trick, target);
    };
    int tricks = 0;
    while (tricks < trick.start.hands[0].size() && is_reached(tricks + 1)) ++tricks;
    return tricks;
}

}  // namespace overtrick
