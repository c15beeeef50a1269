// The seven tactics: what is played to a trick, and when each of them is worth trying.
#pragma once

#include <vector>

#include "suits/trick.hpp"

namespace overtrick::suits {

// Third hand's card, once second hand has played a card of this rank or shown out.
inline int third_hand(const SuitPosition& position, const SuitPlay& play, int second) {
    const Holding hand = play.from_north ? position.south : position.north;
    if (hand == 0) return kShowsOut;
    if (play.way == SuitPlay::Way::plain) return lowest(hand);
    if (second == kShowsOut) {
        const Holding tops = hand & above(position.out == 0 ? -1 : highest(position.out));
        return tops != 0 ? lowest(tops) : lowest(hand);
    }
    if (play.rank > second) return play.way == SuitPlay::Way::towards ? play.rank : lowest(hand);
    const Holding winners = hand & above(second);
    return winners != 0 ? lowest(winners) : lowest(hand);
}

inline Lead lead_of(const SuitPosition& position, const SuitPlay& play) {
    const Holding hand = play.from_north ? position.north : position.south;
    return {play.from_north, play.way == SuitPlay::Way::towards ? lowest(hand) : play.rank};
}

// One trick seen by the hand that leads to it.
class Manoeuvre {
   public:
    Manoeuvre(const SuitPosition& position, const SuitPlay& play)
        : hand_(play.from_north ? position.north : position.south),
          partner_(play.from_north ? position.south : position.north),
          out_(position.out),
          rank_(play.rank),
          way_(play.way) {}

    Tactic tactic() const {
        switch (way_) {
            case SuitPlay::Way::towards:
                return is_covered_by(partner_) ? Tactic::finesse_1 : Tactic::finesse_3;
            case SuitPlay::Way::run:
                return Tactic::finesse_2;
            case SuitPlay::Way::plain:
                break;
        }
        if (is_top()) return Tactic::cash;
        if (is_in_highest_sequence()) return Tactic::sequence;
        return rank_ == lowest(hand_) && is_small(rank_) ? Tactic::duck : Tactic::finesse_4;
    }

    bool is_worth_trying() const {
        switch (tactic()) {
            case Tactic::cash:
                return true;
            case Tactic::sequence:
                return true;
            case Tactic::duck:
                return partner_ == 0 || is_small(lowest(partner_));
            case Tactic::finesse_1:
                return !is_small(rank_) && lowest(hand_) < rank_;
            case Tactic::finesse_2:
                return !is_small(rank_) && has_another_high_card_below();
            case Tactic::finesse_3:
                return !is_small(rank_) && lowest(hand_) < rank_ && !is_top();
            case Tactic::finesse_4:
                return !is_small(rank_) && is_backed();
        }
        return false;
    }

   private:
    static constexpr int kNine = 7;

    Holding ours() const { return hand_ | partner_; }
    bool is_top() const { return (out_ & above(rank_)) == 0; }

    // The highest card below, of ours and theirs together.
    int next_below(int rank) const {
        const Holding below = (ours() | out_) & ~above(rank) & ~card(rank);
        return below == 0 ? -1 : highest(below);
    }

    bool touches_from_below(int rank) const {
        const int next = next_below(rank);
        return next >= 0 && (ours() & card(next)) != 0;
    }

    // Cards below the nine are small, except in a sequence with a higher one.
    bool is_small(int rank) const {
        if (rank >= kNine) return false;
        for (int next = rank + 1; next < kNine + 1; ++next) {
            if ((out_ & card(next)) != 0) return true;
            if ((ours() & card(next)) != 0) return next < kNine && is_small(next);
        }
        return true;
    }

    bool is_in_highest_sequence() const {
        const int top = highest(ours());
        const Holding between = above(rank_) & ~above(top);
        const bool is_sequence = rank_ < top || touches_from_below(rank_);
        return is_sequence && (out_ & between) == 0;
    }

    bool is_covered_by(Holding holding) const {
        const Holding higher = holding & above(rank_);
        return higher != 0 && (out_ & above(rank_) & ~above(highest(higher))) != 0;
    }

    bool has_another_high_card_below() const {
        for (Holding lower = ours() & ~above(rank_) & ~card(rank_); lower != 0; lower &= lower - 1)
            if (!is_small(lowest(lower))) return true;
        return false;
    }

    bool is_backed() const { return touches_from_below(rank_) && !is_small(next_below(rank_)); }

    Holding hand_;
    Holding partner_;
    Holding out_;
    int rank_;
    SuitPlay::Way way_;
};

// Every way to play a trick that a phrase can tell: a card and low from the other hand, low towards a card,
// a card that is run.
inline std::vector<SuitPlay> plays(const Suit& suit, const SuitPosition& position) {
    std::vector<SuitPlay> all;
    for (const bool from_north : {true, false}) {
        const Holding hand = from_north ? position.north : position.south;
        const Holding partner = from_north ? position.south : position.north;
        if (!suit.can_lead(position, from_north)) continue;
        for (const int rank : suit.different(hand, partner, position.out)) {
            all.push_back({SuitPlay::Way::plain, from_north, rank});
            const Holding higher = partner & above(rank);
            if (higher != 0 && (position.out & above(rank) & ~above(highest(higher))) != 0)
                all.push_back({SuitPlay::Way::run, from_north, rank});
        }
        if (hand == 0) continue;
        for (const int rank : suit.different(partner, hand, position.out))
            if (rank != lowest(partner) && (position.out & above(rank)) != 0)
                all.push_back({SuitPlay::Way::towards, from_north, rank});
    }
    return all;
}

}  // namespace overtrick::suits
