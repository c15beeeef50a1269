// Vector propagation: for every position the undominated sets of layouts that declarer can win.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "suits/tactics.hpp"
#include "suits/trick.hpp"
#include "suits/worlds.hpp"

namespace overtrick::suits {

// A lead, and third hand's play to it if that is fixed.
struct Option {
    Lead lead;
    std::optional<SuitPlay> play;
};

// One play of a defender: the sets of layouts that declarer may win after it. Where the defender cannot make
// the play every set holds all bits, so that sets of different plays can be intersected.
template <std::size_t Words>
struct Branch {
    Antichain<Words> sets;
};

template <std::size_t Words>
class Search {
   public:
    using Set = Worlds<Words>;
    using Sets = Antichain<Words>;

    // Goal 0 keeps trick vectors: as many sets of layouts, one above the other, as the longer hand has cards.
    Search(const Suit& suit, bool counts_tricks, bool tactics_only)
        : suit_(suit),
          levels_(counts_tricks ? length(suit.start()) : 1),
          counts_tricks_(counts_tricks),
          tactics_only_(tactics_only) {}

    std::vector<Option> options(const SuitPosition& position) const {
        std::vector<Option> all;
        if (tactics_only_) {
            for (const SuitPlay& play : plays(suit_, position))
                if (Manoeuvre(position, play).is_worth_trying())
                    all.push_back({lead_of(position, play), play});
        } else {
            for (const Lead& lead : suit_.leads(position)) all.push_back({lead, {}});
        }
        return all;
    }

    static int length(const SuitPosition& position) {
        return std::max(std::popcount(position.north), std::popcount(position.south));
    }

    // The sets of layouts that declarer can win from here: with `need` tricks, or by number of tricks.
    const Sets& solve(const SuitPosition& position, int need) {
        const std::uint64_t key = key_of(position, need);
        if (const auto known = memo_.find(key); known != memo_.end()) return known->second;
        Sets sets = solve_anew(position, need);
        return memo_.emplace(key, std::move(sets)).first->second;
    }

    // The same, unless some product on the way has more combinations than that: then nothing. What comes
    // after the first trick is solved beforehand, and remembered, without that limit.
    std::optional<Sets> solve_within(const SuitPosition& position, int need, std::size_t most) {
        for (const Option& option : options(position)) factors(position, option, need);
        most_combinations_ = most;
        Sets sets = solve_anew(position, need);
        most_combinations_ = std::numeric_limits<std::size_t>::max();
        if (std::exchange(is_too_large_, false)) return std::nullopt;
        return sets;
    }

    // The same for any position, also when a defender has shown out.
    Sets sets(const SuitPosition& position, int need) {
        if (position.showed == Showed::nobody) return solve(position, need);
        const int world = world_of_void(position.out, position.showed);
        Set only;
        for (int level = 0; level < levels_; ++level)
            only = only | Set::only(level * suit_.level_bits() + world);
        return {only & certain(world, known_value(position, position.showed), need).sets.front()};
    }

    bool achieves(const SuitPosition& position, int need, const Set& wanted) {
        if (position.showed == Showed::nobody) return contains(solve(position, need), wanted);
        return is_enough(position, known_value(position, position.showed), need, wanted);
    }

    // Whether all these layouts can be won after this play.
    bool keeps(const SuitPosition& position, const SuitPlay& play, int need, const Set& wanted) {
        const Option option{lead_of(position, play), play};
        if (position.showed != Showed::nobody)
            return is_enough(position, known_value_of(position, option, position.showed), need, wanted);
        for (const Factor& factor : factors(position, option, need))
            for (const Branch<Words>& branch : factor.front())
                if (!contains(branch.sets, wanted)) return false;
        return true;
    }

    static bool contains(const Sets& sets, const Set& wanted) {
        return std::any_of(sets.begin(), sets.end(), [&](const Set& set) { return wanted.within(set); });
    }

    // The factors of a lead: for each play of second hand the choices of third hand, for each of these the
    // plays of fourth hand. A choice of third hand is the list of fourth hand's branches.
    using Choice = std::vector<Branch<Words>>;
    using Factor = std::vector<Choice>;

    std::vector<Factor> factors(const SuitPosition& position, const Option& option, int need) {
        std::vector<Factor> all;
        const Showed second_void = option.lead.from_north ? Showed::east : Showed::west;
        all.push_back({{certain(world_of_void(position.out, second_void),
                                value_when_second_void(position, option, second_void), need)}});
        for (int second = 0; second < groups(); ++second) {
            if ((position.out & suit_.groups()[second]) == 0) continue;
            Factor factor;
            const int rank = suit_.rank_out(position, second);
            for (const int third : third_hands(position, option, rank))
                factor.push_back(choice(position, option.lead, second, third, need));
            if (suit_.has_honest_defence()) {
                const Set never = ~honest(position.out, !option.lead.from_north, option.lead.rank, second);
                for (Choice& choice : factor) excuse(choice, never);
            }
            all.push_back(std::move(factor));
        }
        return all;
    }

    // The undominated combinations of one set from each branch.
    Sets product(Choice& branches) {
        reduce(branches);
        std::sort(branches.begin(), branches.end(),
                  [](const auto& a, const auto& b) { return a.sets.size() < b.sets.size(); });
        Sets result{Set::all()};
        for (const Branch<Words>& branch : branches) {
            if (branch.sets.size() == 1) {
                for (Set& set : result) set = set & branch.sets.front();
            } else {
                if (result.size() * branch.sets.size() > most_combinations_) is_too_large_ = true;
                if (is_too_large_) return {Set{}};
                Sets next;
                next.reserve(result.size() * branch.sets.size());
                for (const Set& a : result)
                    for (const Set& b : branch.sets) next.push_back(a & b);
                result.swap(next);
            }
            keep_maximal(result);
        }
        return result;
    }

    Branch<Words> sum(Factor& choices) {
        Branch<Words> branch;
        for (Choice& choice : choices) {
            const Sets sets = product(choice);
            branch.sets.insert(branch.sets.end(), sets.begin(), sets.end());
        }
        keep_maximal(branch.sets);
        return branch;
    }

    // Layouts that some branch cannot win at all are lost whatever the others do.
    static void reduce(Choice& branches) {
        Set possible = Set::all();
        for (const Branch<Words>& branch : branches) possible = possible & united(branch.sets);
        for (Branch<Words>& branch : branches) {
            for (Set& set : branch.sets) set = set & possible;
            keep_maximal(branch.sets);
        }
    }

    // The layouts that the cards out allow, on every level.
    const Set& domain(Holding out) {
        if (const auto known = domains_.find(out); known != domains_.end()) return known->second;
        Set layouts = Set::only(0);
        for (int group = 0; group < groups(); ++group) {
            const Set without_group = layouts;
            const int left = std::popcount<Holding>(out & suit_.groups()[group]);
            for (int held = 1; held <= left; ++held)
                layouts = layouts | without_group << held * suit_.strides()[group];
        }
        Set all = layouts;
        for (int level = 1; level < levels_; ++level) all = all | layouts << level * suit_.level_bits();
        return domains_.emplace(out, all).first->second;
    }

    // The number of leaves in the full tree of plays below a position, without pruning or caching.
    std::uint64_t leaves(const SuitPosition& position) {
        const std::uint64_t key = key_of(position, 0);
        if (const auto known = leaves_.find(key); known != leaves_.end()) return known->second;
        std::uint64_t total = 0;
        for (const Option& option : options(position))
            for (const int second : answers(position.out, position.showed, !option.lead.from_north))
                for (const int third : any_third_hands(position, option, second))
                    total += leaves_after(position, option.lead, second, third);
        leaves_.emplace(key, std::max<std::uint64_t>(total, 1));
        return std::max<std::uint64_t>(total, 1);
    }

   private:
    // The groups a defender may play from; he may show out unless the other one already has.
    std::vector<int> answers(Holding out, Showed showed, bool is_west) const {
        if (out == 0 || showed == (is_west ? Showed::west : Showed::east)) return {kShowsOut};
        std::vector<int> found;
        for (int group = 0; group < groups(); ++group)
            if ((out & suit_.groups()[group]) != 0) found.push_back(group);
        if (showed == Showed::nobody) found.push_back(kShowsOut);
        return found;
    }

    std::vector<int> any_third_hands(const SuitPosition& position, const Option& option, int second) const {
        const Holding hand = option.lead.from_north ? position.south : position.north;
        const Holding partner = option.lead.from_north ? position.north : position.south;
        if (option.play || hand == 0) return third_hands(position, option, suit_.rank_out(position, second));
        return suit_.different(hand, partner, position.out);
    }

    std::uint64_t leaves_after(const SuitPosition& position, const Lead& lead, int second, int third) {
        const bool is_west_second = !lead.from_north;
        Showed showed = position.showed;
        if (second == kShowsOut) showed = is_west_second ? Showed::west : Showed::east;
        const Holding left = second == kShowsOut
                                 ? position.out
                                 : without(position.out, highest_rank(position.out & suit_.groups()[second]));
        std::uint64_t total = 0;
        for (const int fourth : answers(left, showed, !is_west_second)) {
            SuitPosition after = suit_.play(position, lead, second, third, fourth).position;
            after.showed = fourth != kShowsOut ? showed : is_west_second ? Showed::east : Showed::west;
            if (after.out == 0) after.showed = Showed::nobody;
            total += leaves(after);
        }
        return total;
    }

    std::vector<int> third_hands(const SuitPosition& position, const Option& option, int second) const {
        if (option.play) return {third_hand(position, *option.play, second)};
        return suit_.third_hands(position, option.lead, second);
    }

    int groups() const { return static_cast<int>(suit_.groups().size()); }

    static std::uint64_t key_of(const SuitPosition& position, int need) {
        std::uint64_t key = position.north;
        for (const std::uint64_t part : {std::uint64_t{position.south}, std::uint64_t{position.out}})
            key = key << 16 | part;
        return key << 16 | static_cast<std::uint64_t>(position.entries_north) << 12 |
               static_cast<std::uint64_t>(position.entries_south) << 8 |
               static_cast<std::uint64_t>(position.in_hand) << 6 |
               static_cast<std::uint64_t>(position.showed) << 4 | static_cast<std::uint64_t>(need);
    }

    // The only layout in which this defender has none of the cards out.
    int world_of_void(Holding out, Showed showed) const {
        int world = 0;
        if (showed == Showed::east)
            for (int group = 0; group < groups(); ++group)
                world += std::popcount<Holding>(out & suit_.groups()[group]) * suit_.strides()[group];
        return world;
    }

    Set lowest_level() const {
        Set layouts = Set::all();
        if (counts_tricks_) layouts = ~(layouts << suit_.level_bits());
        return layouts;
    }

    // A branch for one layout, in which declarer makes this many tricks.
    Branch<Words> certain(int world, int tricks, int need) const {
        Set set = Set::all();
        for (int level = 0; level < levels_; ++level)
            if (tricks < (counts_tricks_ ? level + 1 : need))
                set = set & ~Set::only(level * suit_.level_bits() + world);
        return {{set}};
    }

    Choice choice(const SuitPosition& position, const Lead& lead, int second, int third, int need) {
        Choice branches;
        const Showed fourth_void = lead.from_north ? Showed::west : Showed::east;
        const Outcome shown = suit_.play(position, lead, second, third, kShowsOut);
        branches.push_back(certain(world_of_void(position.out, fourth_void),
                                   shown.is_won + known_value(shown.position, fourth_void), need));
        const Holding left = without(position.out, highest_rank(position.out & suit_.groups()[second]));
        for (int fourth = 0; fourth < groups(); ++fourth) {
            if ((left & suit_.groups()[fourth]) == 0) continue;
            const int west = lead.from_north ? fourth : second;
            const Outcome outcome = suit_.play(position, lead, second, third, fourth);
            branches.push_back(moved(outcome, suit_.strides()[west], need));
            if (suit_.has_honest_defence()) {
                const int best = std::max({lead.rank, third, suit_.rank_out(position, second)});
                const Set never = ~honest(position.out, lead.from_north, best, fourth);
                for (Set& set : branches.back().sets) set = set | never;
            }
        }
        return branches;
    }

    // Layouts in which a defender would never make this play cannot be lost by it.
    static void excuse(Choice& choice, const Set& never) {
        for (Branch<Words>& branch : choice)
            for (Set& set : branch.sets) set = set | never;
    }

    // The layouts in which an honest defender may play from this group.
    Set honest(Holding out, bool is_west, int best, int group) const {
        Set layouts;
        for (int layout = 0; layout < suit_.layouts(); ++layout) {
            std::uint32_t held = 0;
            for (int other = 0, left = layout; other < groups(); ++other) {
                const int size = std::popcount(suit_.groups()[other]) + 1;
                const int wests = left % size;
                left /= size;
                const int cards =
                    is_west ? wests : std::popcount<Holding>(out & suit_.groups()[other]) - wests;
                if (cards > 0) held |= 1u << other;
            }
            if (!suit_.is_honest(held, group, out, best)) continue;
            for (int level = 0; level < levels_; ++level)
                layouts = layouts | Set::only(level * suit_.level_bits() + layout);
        }
        return layouts;
    }

    // The sets of a position after a trick, in the numbers of the position before it.
    Branch<Words> moved(const Outcome& outcome, int stride, int need) {
        const int still = counts_tricks_ ? 0 : need - outcome.is_won;
        const Set others = ~(domain(outcome.position.out) << stride);
        Branch<Words> branch;
        for (const Set& set : solve(outcome.position, still)) {
            Set mine = set << stride;
            if (counts_tricks_ && outcome.is_won) mine = mine << suit_.level_bits() | lowest_level();
            branch.sets.push_back(mine | others);
        }
        return branch;
    }

    Sets solve_anew(const SuitPosition& position, int need) {
        const int most = length(position);
        if (!counts_tricks_) {
            if (need <= 0) return {domain(position.out)};
            if (need > most) return {Set{}};
            if (suit_.has_free_entries() && sure_tricks(position) >= need) return {domain(position.out)};
        }
        if (most == 0) return {Set{}};
        Sets best;
        for (const Option& option : options(position)) add_option(best, position, option, need);
        if (best.empty()) best.push_back(Set{});
        return best;
    }

    void add_option(Sets& best, const SuitPosition& position, const Option& option, int need) {
        Choice branches;
        for (Factor& factor : factors(position, option, need)) branches.push_back(sum(factor));
        Set possible = domain(position.out);
        for (const Branch<Words>& branch : branches) possible = possible & united(branch.sets);
        const bool is_useless =
            std::any_of(best.begin(), best.end(), [&](const Set& set) { return possible.within(set); });
        if (is_useless) return;
        branches.push_back({{possible}});
        const Sets sets = product(branches);
        best.insert(best.end(), sets.begin(), sets.end());
        keep_maximal(best);
    }

    // Top cards are cashed one by one, each with a card of the other hand that is not a top card.
    static int sure_tricks(const SuitPosition& position) {
        const Holding tops =
            position.out == 0 ? static_cast<Holding>(~0u) : above(highest_rank(position.out));
        return std::min(std::popcount<Holding>((position.north | position.south) & tops), length(position));
    }

    bool is_enough(const SuitPosition& position, int tricks, int need, const Set& wanted) const {
        return wanted.within(
            certain(world_of_void(position.out, position.showed), tricks, need).sets.front());
    }

    // The tricks declarer makes when this defender is known to have none of the cards out.
    int known_value(SuitPosition position, Showed showed) {
        position.showed = showed;
        if (position.out == 0 && suit_.has_free_entries()) return length(position);
        const std::uint64_t key = key_of(position, 0);
        if (const auto known = values_.find(key); known != values_.end()) return known->second;
        int best = 0;
        for (const Option& option : options(position))
            best = std::max(best, known_value_of(position, option, showed));
        values_.emplace(key, best);
        return best;
    }

    int known_value_of(const SuitPosition& position, const Option& option, Showed showed) {
        const bool is_second = showed == (option.lead.from_north ? Showed::east : Showed::west);
        return is_second || position.out == 0 ? value_when_second_void(position, option, showed)
                                              : value_when_fourth_void(position, option, showed);
    }

    // Whether a defender with all the cards out may play from this group.
    bool may_play(Holding out, int group, int best) const {
        if ((out & suit_.groups()[group]) == 0) return false;
        std::uint32_t held = 0;
        for (int other = 0; other < groups(); ++other)
            if ((out & suit_.groups()[other]) != 0) held |= 1u << other;
        return !suit_.has_honest_defence() || suit_.is_honest(held, group, out, best);
    }

    int value_when_second_void(const SuitPosition& position, const Option& option, Showed showed) {
        int best = 0;
        for (const int third : third_hands(position, option, kShowsOut)) {
            int worst = position.out == 0
                            ? known_after(position, option.lead, kShowsOut, third, kShowsOut, showed)
                            : length(position);
            for (int fourth = 0; fourth < groups(); ++fourth)
                if (may_play(position.out, fourth, std::max(option.lead.rank, third)))
                    worst =
                        std::min(worst, known_after(position, option.lead, kShowsOut, third, fourth, showed));
            best = std::max(best, worst);
        }
        return best;
    }

    int value_when_fourth_void(const SuitPosition& position, const Option& option, Showed showed) {
        int worst = length(position);
        for (int second = 0; second < groups(); ++second) {
            if (!may_play(position.out, second, option.lead.rank)) continue;
            int best = 0;
            for (const int third : third_hands(position, option, suit_.rank_out(position, second)))
                best = std::max(best, known_after(position, option.lead, second, third, kShowsOut, showed));
            worst = std::min(worst, best);
        }
        return worst;
    }

    int known_after(const SuitPosition& position, const Lead& lead, int second, int third, int fourth,
                    Showed showed) {
        const Outcome outcome = suit_.play(position, lead, second, third, fourth);
        return outcome.is_won + known_value(outcome.position, showed);
    }

    const Suit& suit_;
    int levels_;
    bool counts_tricks_;
    bool tactics_only_;
    std::unordered_map<std::uint64_t, Sets> memo_;
    std::unordered_map<std::uint64_t, int> values_;
    std::unordered_map<std::uint64_t, std::uint64_t> leaves_;
    std::unordered_map<Holding, Set> domains_;
    std::size_t most_combinations_ = std::numeric_limits<std::size_t>::max();
    bool is_too_large_ = false;
};

}  // namespace overtrick::suits
