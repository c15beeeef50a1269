// The cards of one suit, and what a trick does to them.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "overtrick/single_suit.hpp"

namespace overtrick::suits {

using Holding = std::uint16_t;

inline constexpr int kShowsOut = -1;

constexpr int lowest_rank(Holding cards) { return std::countr_zero(cards); }
constexpr int highest_rank(Holding cards) { return 15 - std::countl_zero(cards); }
constexpr Holding card(int rank) { return static_cast<Holding>(1u << rank); }
constexpr Holding above(int rank) { return static_cast<Holding>(~0u << (rank + 1)); }
constexpr Holding without(Holding cards, int rank) { return static_cast<Holding>(cards & ~card(rank)); }

// Which hand leads which card.
struct Lead {
    bool from_north;
    int rank;
};

struct Outcome {
    SuitPosition position;
    bool is_won;
};

// What does not change while a suit is played: which defenders' cards touch, and how layouts are numbered.
class Suit {
   public:
    explicit Suit(const SuitProblem& problem)
        : has_free_entries_(problem.entries_north == SuitProblem::kUnlimited &&
                            problem.entries_south == SuitProblem::kUnlimited),
          has_honest_defence_(problem.honest_defence),
          names_cards_(!has_free_entries_ || problem.tactics_only) {
        const Holding ours = problem.north | problem.south;
        bool touches = false;
        for (int rank = 0; rank < problem.ranks; ++rank) {
            const bool is_theirs = (ours & card(rank)) == 0;
            const bool is_apart = (problem.apart & card(rank)) != 0;
            if (is_theirs) {
                if (!touches || is_apart) groups_.push_back(0);
                groups_.back() |= card(rank);
            }
            touches = is_theirs && !is_apart;
        }
        for (const Holding group : groups_) {
            strides_.push_back(layouts_);
            layouts_ *= std::popcount(group) + 1;
        }
        start_ = {problem.north,
                  problem.south,
                  theirs(problem),
                  Showed::nobody,
                  0,
                  static_cast<std::uint8_t>(problem.entries_north),
                  static_cast<std::uint8_t>(problem.entries_south)};
    }

    const std::vector<Holding>& groups() const { return groups_; }
    const std::vector<int>& strides() const { return strides_; }
    int layouts() const { return layouts_; }
    int level_bits() const { return (layouts_ + 7) / 8 * 8; }  // of one set of layouts among several
    const SuitPosition& start() const { return start_; }
    bool has_free_entries() const { return has_free_entries_; }
    bool has_honest_defence() const { return has_honest_defence_; }

    // Positions that differ only in which of equal cards are left get the same name.
    SuitPosition canonical(SuitPosition position) const {
        Holding out = 0;
        for (const Holding group : groups_)
            out |= lowest_of(group, std::popcount<Holding>(group & position.out));
        position.out = out;
        if (names_cards_) return position;
        Holding north = 0, south = 0;
        for (int from = 0; from < 16;) {
            const Holding higher_out = out & static_cast<Holding>(~0u << from);
            const int to = higher_out == 0 ? 16 : lowest_rank(higher_out);
            const Holding between = static_cast<Holding>((1u << to) - (1u << from));
            const int norths = std::popcount<Holding>(position.north & between);
            const int souths = std::popcount<Holding>(position.south & between);
            north |= static_cast<Holding>(((1u << norths) - 1) << from);
            south |= static_cast<Holding>(((1u << souths) - 1) << (from + norths));
            from = to + 1;
        }
        position.north = north;
        position.south = south;
        return position;
    }

    // The cards of a hand, one for each run of equal ones.
    std::vector<int> different(Holding hand, Holding partner, Holding out) const {
        const Holding between = has_free_entries_ ? out : static_cast<Holding>(out | partner);
        std::vector<int> cards;
        int last = -1;
        for (Holding left = hand; left != 0; left &= left - 1) {
            const int rank = lowest_rank(left);
            const bool is_equal = last >= 0 && (between & above(last) & ~above(rank)) == 0;
            if (!is_equal) cards.push_back(rank);
            last = rank;
        }
        return cards;
    }

    bool can_lead(const SuitPosition& position, bool from_north) const {
        if (has_free_entries_ || position.in_hand == (from_north ? 1 : 2)) return true;
        return (from_north ? position.entries_north : position.entries_south) > 0;
    }

    std::vector<Lead> leads(const SuitPosition& position) const {
        std::vector<Lead> leads;
        for (const bool from_north : {true, false}) {
            if (!can_lead(position, from_north)) continue;
            const Holding hand = from_north ? position.north : position.south;
            const Holding partner = from_north ? position.south : position.north;
            for (const int rank : different(hand, partner, position.out)) leads.push_back({from_north, rank});
        }
        return leads;
    }

    // Third hand plays low, or a card that wins the trick so far; with few entries any card may matter.
    std::vector<int> third_hands(const SuitPosition& position, const Lead& lead, int second) const {
        const Holding hand = lead.from_north ? position.south : position.north;
        const Holding partner = lead.from_north ? position.north : position.south;
        if (hand == 0) return {kShowsOut};
        std::vector<int> cards = different(hand, partner, position.out);
        if (has_free_entries_)
            std::erase_if(cards, [&](int rank) {
                return rank != lowest_rank(hand) &&
                       (rank < lead.rank || rank < second || !is_worth(position, lead, rank));
            });
        return cards;
    }

    // Second and fourth hand play a card of a group, or show out.
    Outcome play(const SuitPosition& before, const Lead& lead, int second_group, int third,
                 int fourth_group) const {
        SuitPosition after = before;
        (lead.from_north ? after.north : after.south) &= ~card(lead.rank);
        if (third != kShowsOut) (lead.from_north ? after.south : after.north) &= ~card(third);
        int theirs = -1;
        for (const int group : {second_group, fourth_group})
            if (group != kShowsOut) {
                const Holding left = after.out & groups_[group];
                theirs = std::max(theirs, lowest_rank(left));
                after.out = without(after.out, highest_rank(left));
            }
        const int ours = std::max(lead.rank, third);
        const bool is_won = ours > theirs;
        if (!has_free_entries_)
            move_lead(after, lead, is_won, third > lead.rank ? !lead.from_north : lead.from_north);
        return {canonical(after), is_won};
    }

    // Whether a defender who holds cards of these groups plays this one without false-carding.
    bool is_honest(std::uint32_t held, int group, Holding out, int best) const {
        const std::uint32_t lower = held & ((1u << group) - 1);
        if (lower == 0) return true;
        if (lowest_rank(out & groups_[group]) < best) return false;
        for (int other = 0; other < group; ++other)
            if ((lower >> other & 1) != 0 && lowest_rank(out & groups_[other]) > best) return false;
        return true;
    }

    // Any card of the group that is still out: they are equal.
    int rank_out(const SuitPosition& position, int group) const {
        return group == kShowsOut ? -1 : lowest_rank(position.out & groups_[group]);
    }

   private:
    static Holding theirs(const SuitProblem& problem) {
        return static_cast<Holding>(((1u << problem.ranks) - 1) & ~(problem.north | problem.south));
    }

    static Holding lowest_of(Holding cards, int count) {
        Holding kept = 0;
        for (; count > 0; --count, cards &= cards - 1) kept |= cards & -cards;
        return kept;
    }

    // A card that only equals the lead wins no more than the lead does.
    static bool is_worth(const SuitPosition& position, const Lead& lead, int rank) {
        return (position.out & above(lead.rank) & ~above(rank)) != 0;
    }

    // The hand that led had to be in, the hand that won is in now.
    static void move_lead(SuitPosition& position, const Lead& lead, bool is_won, bool north_won) {
        std::uint8_t& entries = lead.from_north ? position.entries_north : position.entries_south;
        if (position.in_hand != (lead.from_north ? 1 : 2) && entries != SuitProblem::kUnlimited) --entries;
        position.in_hand = !is_won ? 0 : north_won ? 1 : 2;
        if (position.in_hand == 1 && position.entries_north == SuitProblem::kUnlimited) position.in_hand = 0;
        if (position.in_hand == 2 && position.entries_south == SuitProblem::kUnlimited) position.in_hand = 0;
    }

    bool has_free_entries_;
    bool has_honest_defence_;
    bool names_cards_;  // which of two equal cards is left matters
    std::vector<Holding> groups_;
    std::vector<int> strides_;
    int layouts_ = 1;
    SuitPosition start_{};
};

}  // namespace overtrick::suits
