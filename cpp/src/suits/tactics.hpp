// The seven tactics: what is played to a trick, and when each of them is worth trying.
#pragma once

#include <vector>

#include "suits/trick.hpp"

namespace overtrick::suits {

constexpr int highest_or_none(Holding cards) { return cards == 0 ? -1 : highest_rank(cards); }

// Third hand's card, once second hand has played a card of this rank or shown out.
inline int third_hand(const SuitPosition& position, const SuitPlay& play, int second) {
    const Holding hand = play.from_north ? position.south : position.north;
    if (hand == 0) return kShowsOut;
    if (play.way == SuitPlay::Way::plain) return lowest_rank(hand);
    const Holding winners = hand & above(second == kShowsOut ? highest_or_none(position.out) : second);
    if (winners != 0 && (second == kShowsOut || second > play.rank)) return lowest_rank(winners);
    return play.way == SuitPlay::Way::towards && second < play.rank ? play.rank : lowest_rank(hand);
}

inline Lead lead_of(const SuitPosition& position, const SuitPlay& play) {
    const Holding hand = play.from_north ? position.north : position.south;
    return {play.from_north, play.way == SuitPlay::Way::towards ? lowest_rank(hand) : play.rank};
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
        return rank_ == lowest_rank(hand_) && is_small(rank_) ? Tactic::duck : Tactic::finesse_4;
    }

    bool is_worth_trying() const {
        switch (tactic()) {
            case Tactic::cash:
                return true;
            case Tactic::sequence:
                return true;
            case Tactic::duck:
                return partner_ == 0 || is_small(lowest_rank(partner_));
            case Tactic::finesse_1:
                return !is_small(rank_) && lowest_rank(hand_) < rank_;
            case Tactic::finesse_2:
                return !is_small(rank_) && has_another_high_card_below();
            case Tactic::finesse_3:
                return !is_small(rank_) && lowest_rank(hand_) < rank_ && !is_top();
            case Tactic::finesse_4:
                return !is_small(rank_) && is_backed() && !is_covered_by(partner_);
        }
        return false;
    }

   private:
    static constexpr int kNine = 7;

    Holding ours() const { return hand_ | partner_; }
    bool is_top() const { return (out_ & above(rank_)) == 0; }

    // The cards of ours, in both hands, that no missing card separates from this one.
    Holding sequence(int rank) const {
        const Holding lower = out_ & ~above(rank), higher = out_ & above(rank);
        const Holding from = lower == 0 ? static_cast<Holding>(~0u) : above(highest_rank(lower));
        const Holding to =
            higher == 0 ? static_cast<Holding>(~0u) : static_cast<Holding>(~above(lowest_rank(higher)));
        return ours() & from & to;
    }

    // Cards below the nine are small, except in a sequence with a higher one.
    bool is_small(int rank) const { return highest_rank(sequence(rank)) < kNine; }

    bool is_in_highest_sequence() const {
        const Holding mine = sequence(rank_);
        return highest_rank(mine) == highest_rank(ours()) && std::popcount(mine) > 1;
    }

    bool is_covered_by(Holding holding) const {
        const Holding higher = holding & above(rank_);
        return higher != 0 && (out_ & above(rank_) & ~above(highest_rank(higher))) != 0;
    }

    bool has_another_high_card_below() const {
        const Holding mine = sequence(rank_);
        if (std::popcount(mine) > 1) return true;
        const Holding lower = ours() & ~above(rank_) & ~card(rank_);
        return lower != 0 && !is_small(highest_rank(lower));
    }

    bool is_backed() const { return std::popcount(sequence(rank_)) > 1; }

    Holding hand_;
    Holding partner_;
    Holding out_;
    int rank_;
    SuitPlay::Way way_;
};

// Low from both hands is the same trick whichever hand leads.
inline bool is_second_duck(const SuitPosition& position, const SuitPlay& play) {
    if (play.from_north || position.north == 0 || play.rank != lowest_rank(position.south)) return false;
    const SuitPlay other{SuitPlay::Way::plain, true, lowest_rank(position.north)};
    return Manoeuvre(position, play).tactic() == Tactic::duck &&
           Manoeuvre(position, other).tactic() == Tactic::duck;
}

// Every way to play a trick that a phrase can tell: a card and low from the other hand, low towards a card,
// a card that is run.
inline std::vector<SuitPlay> plays(const Suit& suit, const SuitPosition& position) {
    std::vector<SuitPlay> all;
    for (const bool from_north : {true, false}) {
        const Holding hand = from_north ? position.north : position.south;
        const Holding partner = from_north ? position.south : position.north;
        if (!suit.can_lead(position, from_north)) continue;
        for (const int rank : suit.different(hand, partner, position.out)) {
            const SuitPlay plain{SuitPlay::Way::plain, from_north, rank};
            if (!suit.has_free_entries() || !is_second_duck(position, plain)) all.push_back(plain);
            const Holding higher = partner & above(rank);
            if (higher != 0 && (position.out & above(rank) & ~above(highest_rank(higher))) != 0)
                all.push_back({SuitPlay::Way::run, from_north, rank});
        }
        if (hand == 0) continue;
        for (const int rank : suit.different(partner, hand, position.out))
            if ((rank != lowest_rank(partner) || (partner & above(rank)) != 0) &&
                (position.out & above(rank)) != 0)
                all.push_back({SuitPlay::Way::towards, from_north, rank});
    }
    return all;
}

}  // namespace overtrick::suits
