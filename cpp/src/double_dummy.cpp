// Double-dummy answers, built from searches with yes-or-no results. Compiled once for each target.
#include "overtrick/double_dummy.hpp"

#include <algorithm>

#include "dd/estimate.hpp"
#include "dd/search.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

class PartitionSolver final : public DoubleDummy {
   public:
    // The total memory is `bytes`, except for very small values.
    explicit PartitionSolver(std::size_t bytes) : search_(bytes - std::min(bytes, sizeof(PartitionSolver))) {}

    void set(const Rules& rules, const Variation& variation) override {
        search_.rules = rules;
        variation_ = variation;
        forget();
    }

    void forget() override {
        search_.forget_deal();
        search_.forget_endings();
        known_ = {};
    }

    int tricks(const Position& position, int guess) override {
        begin(position);
        Lanes winners;
        if (guess == kNoGuess) guess = estimate(search_.at, trick_.leader, trick_.tricks_left);
        return value(guess, winners, [&](Lanes& because) { return search_.go_on(trick_, turn_, because); });
    }

    Proof at_least(const Position& position, int target) override {
        begin(position);
        trick_.target = target;
        Lanes winners;
        const bool is_reached = search_.go_on(trick_, turn_, winners);
        return {is_reached, from_lanes(upward(winners) & search_.at.all)};
    }

    std::vector<CardValue> cards(const Position& position, int guess, std::uint64_t only) override {
        begin(position);
        const Lanes own = search_.at.hand[(trick_.leader + turn_) & 3],
                    following = turn_ == 0 ? Lanes{} : own & lane(trick_.led);
        const Lanes legal = following.any() ? following : own;
        if (guess == kNoGuess) guess = estimate(search_.at, trick_.leader, trick_.tricks_left);
        std::array<int, 64> tricks;  // by bit of a card
        tricks.fill(kNotAsked);
        const Lanes heads = heads_of_runs(legal, search_.at.all);
        for (Lanes left = asked_heads(heads, legal, to_lanes(only)); left.any();) {
            const Lanes card = highest(left);
            Lanes winners;
            guess = value(guess, winners,
                          [&](Lanes& because) { return search_.after(trick_, turn_, card, because); });
            const Lanes same =
                card | (search_.rules.siblings ? left & Search::alike(card, winners) : Lanes{});
            for (Lanes each = same; each.any(); each = rest(each)) tricks[each.lowest_place()] = guess;
            left -= same;
        }
        std::vector<CardValue> values;
        values.reserve(static_cast<std::size_t>(count(legal)));
        Lanes head;
        for (Lanes left = legal; left.any(); left ^= highest(left)) {
            const Lanes card = highest(left);
            if ((card & heads).any()) head = card;
            values.push_back({std::countr_zero(from_lanes(card)), tricks[head.lowest_place()]});
        }
        return values;
    }

    // The heads of the runs in which a card is asked for.
    static Lanes asked_heads(Lanes heads, Lanes legal, Lanes only) {
        Lanes asked, head;
        for (Lanes left = legal; left.any(); left ^= highest(left)) {
            const Lanes card = highest(left);
            if ((card & heads).any()) head = card;
            if ((card & only).any()) asked |= head;
        }
        return asked;
    }

    void table(const Hands& hands, unsigned strains, std::span<std::int8_t, 20> tricks) override {
        for (int strain = 4; strain >= 0; --strain) {
            if ((strains >> strain & 1) == 0) continue;
            int guess = kNoGuess;
            for (const int leader : {0, 2, 1, 3}) {  // partners often take the same number
                guess = this->tricks({hands, strain, leader, {-1, -1, -1}}, guess);
                tricks[4 * strain + leader] = static_cast<std::int8_t>(guess);
            }
        }
    }

    std::size_t bytes() const override { return sizeof(*this) + search_.bytes(); }
    std::uint64_t positions() const override { return search_.positions; }

    const char* instructions() const override { return kInstructions; }

   private:
    // The largest target that N/S reach, proved by one search for it and one for the next target; the winners
    // are those of both searches.
    template <class Question>
    int value(int guess, Lanes& winners, const Question& reaches) {
        int low = 0, high = trick_.tricks_left;
        Lanes reached, refused;
        trick_.target = std::clamp(guess, 1, std::max(1, high));
        while (low < high) {
            Lanes because;
            if (reaches(because)) {
                low = trick_.target;
                trick_.target = low + 1;
                reached = because;
            } else {
                high = trick_.target - 1;
                trick_.target = high;
                refused = because;
            }
        }
        winners = reached | refused;
        return low;
    }

    void begin(const Position& position) {
        std::array<Lanes, 4> hands;
        for (int seat = 0; seat < 4; ++seat) hands[seat] = to_lanes(position.hands[seat]);
        trick_ = {.leader = position.leader};
        search_.at.trump = position.strain;
        turn_ = 0;
        for (; turn_ < 3 && position.trick[turn_] >= 0; ++turn_) put_on_table(position.trick[turn_]);
        search_.at.set(hands, trick_.played, position.strain);
        search_.blanks = {variation_.blanks_east, variation_.blanks_west};
        search_.no_finesse = variation_.no_finesse;
        const bool north_has_played = ((0 - trick_.leader) & 3) < turn_;
        trick_.tricks_left = count(hands[0]) + (north_has_played ? 1 : 0);
        keep_what_still_holds(hands, position.strain);
    }

    void put_on_table(int index) {
        const Lanes card = to_lanes(card_set(index).bits());
        if (turn_ == 0) trick_.led = suit_of(card);
        if (turn_ == 0 || search_.at.beats(card, trick_.best)) {
            trick_.best = card;
            trick_.winner = (trick_.leader + turn_) & 3;
        }
        trick_.played |= card;
    }

    // Patterns hold for any deal, but those of other deals make lists long: they are kept only within a deal;
    // those of endings are kept separately, for all deals. With a limited number of free discards, which is
    // not part of the keys, everything is forgotten each time.
    void keep_what_still_holds(const std::array<Lanes, 4>& hands, int strain) {
        constexpr int kEnding = 6;
        bool goes_on = strain == known_.strain;
        for (int seat = 0; seat < 4; ++seat) goes_on = goes_on && (hands[seat] - known_.hands[seat]).empty();
        const bool is_ending = !goes_on && trick_.tricks_left <= kEnding;
        bool is_forgotten = is_ending ? strain != known_.strain_of_endings : !goes_on;
        for (const int blanks : {variation_.blanks_east, variation_.blanks_west})
            is_forgotten = is_forgotten || (blanks != 0 && blanks != kAlways);
        search_.begin(is_ending, trick_.tricks_left);
        if (!is_forgotten) return;
        if (is_ending) {
            search_.forget_endings();
            known_.strain_of_endings = strain;
        } else {
            search_.forget_deal();
            known_.hands = hands;
            known_.strain = strain;
        }
    }

    struct Known {
        std::array<Lanes, 4> hands{};
        int strain = -1, strain_of_endings = -1;
    };

    Search search_;
    Variation variation_;
    Trick trick_;
    int turn_ = 0;
    Known known_;
};

std::unique_ptr<DoubleDummy> new_double_dummy(std::size_t bytes) {
    return std::make_unique<PartitionSolver>(bytes);
}

}  // namespace overtrick::inline OVERTRICK_TARGET
