// Double dummy answers, built from searches that each say yes or no. Compiled once for each target.
#include "overtrick/double_dummy.hpp"

#include <algorithm>

#include "dd/search.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

class PartitionSolver final : public DoubleDummy {
   public:
    // All of it together takes `bytes`, unless that is next to nothing.
    explicit PartitionSolver(std::size_t bytes) : search_(bytes - std::min(bytes, sizeof(PartitionSolver))) {}

    void set(const Rules& rules, const Variation& variation) override {
        search_.rules = rules;
        variation_ = variation;
        forget();
    }

    void forget() override {
        search_.forget();
        known_ = {};
    }

    int tricks(const Position& position, int guess) override {
        begin(position);
        return value(guess, [&](int target, Cards& winners) {
            trick_.target = target;
            return search_.go_on(trick_, turn_, winners);
        });
    }

    Proof at_least(const Position& position, int target) override {
        begin(position);
        trick_.target = target;
        Cards winners = 0;
        const bool is_reached = search_.go_on(trick_, turn_, winners);
        return {is_reached, from_lanes(upward(winners) & search_.at.all)};
    }

    std::vector<CardValue> cards(const Position& position) override {
        begin(position);
        const Cards own = search_.at.hand[(trick_.leader + turn_) & 3];
        const Cards following = turn_ == 0 ? 0 : own & lane(trick_.led);
        const Cards legal = following != 0 ? following : own;
        std::vector<CardValue> values;
        int guess = trick_.tricks_left / 2;
        for (Cards heads = heads_of_runs(legal, search_.at.all); heads != 0; heads ^= highest(heads)) {
            const Cards card = highest(heads);
            guess = value(guess, [&](int target, Cards& winners) {
                trick_.target = target;
                return search_.after(trick_, turn_, card, winners);
            });
            Cards equals = card;
            for (Cards below = search_.at.all & lane(suit_of(card)) & (card - 1);
                 (highest(below) & legal) != 0; below ^= highest(below))
                equals |= highest(below);
            for (; equals != 0; equals &= equals - 1)
                values.push_back({std::countr_zero(from_lanes(lowest(equals))), guess});
        }
        return values;
    }

    void table(const Hands& hands, unsigned strains, std::span<std::int8_t, 20> tricks) override {
        int guess = 6;
        for (int strain = 4; strain >= 0; --strain) {
            if ((strains >> strain & 1) == 0) continue;
            for (int leader = 0; leader < 4; ++leader) {
                guess = this->tricks({hands, strain, leader, {-1, -1, -1}}, guess);
                tricks[4 * strain + leader] = static_cast<std::int8_t>(guess);
            }
        }
    }

    std::size_t bytes() const override { return sizeof(*this) + search_.table_bytes(); }
    std::uint64_t positions() const override { return search_.positions; }

    const char* instructions() const override { return kInstructions; }

   private:
    // The largest target that N/S reach, by questions on either side of it.
    template <class Question>
    int value(int guess, const Question& reaches) {
        int low = 0, high = trick_.tricks_left;
        Cards winners;
        for (int target = std::clamp(guess, 1, std::max(1, high)); low < high;) {
            if (reaches(target, winners)) {
                low = target;
                target = low + 1;
            } else {
                high = target - 1;
                target = high;
            }
        }
        return low;
    }

    void begin(const Position& position) {
        std::array<Cards, 4> hands;
        for (int seat = 0; seat < 4; ++seat) hands[seat] = to_lanes(position.hands[seat]);
        keep_what_still_holds(hands, position.strain);
        trick_ = {.leader = position.leader};
        search_.at.trump = position.strain;
        turn_ = 0;
        for (; turn_ < 3 && position.trick[turn_] >= 0; ++turn_) put_on_table(position.trick[turn_]);
        search_.at.set(hands, trick_.played, position.strain);
        search_.blanks = {variation_.blanks_east, variation_.blanks_west};
        search_.no_finesse = variation_.no_finesse;
        const bool north_has_played = ((0 - trick_.leader) & 3) < turn_;
        trick_.tricks_left = count(hands[0]) + (north_has_played ? 1 : 0);
    }

    void put_on_table(int index) {
        const Cards card = to_lanes(std::uint64_t{1} << index);
        if (turn_ == 0) trick_.led = suit_of(card);
        if (turn_ == 0 || search_.at.beats(card, trick_.best)) {
            trick_.best = card;
            trick_.winner = (trick_.leader + turn_) & 3;
        }
        trick_.played |= card;
    }

    // Patterns hold for any deal, but those of other deals make long lists: they are kept for endings, and
    // while the same deal goes on. Counted blanks are part of no key: they are forgotten every time.
    void keep_what_still_holds(const std::array<Cards, 4>& hands, int strain) {
        constexpr int kEnding = 6;
        bool goes_on = strain == known_.strain;
        for (int seat = 0; seat < 4; ++seat)
            goes_on = goes_on && ((hands[seat] & ~known_.hands[seat]) == 0 || count(hands[0]) <= kEnding);
        for (const int blanks : {variation_.blanks_east, variation_.blanks_west})
            goes_on = goes_on && (blanks == 0 || blanks == kAlways);
        if (goes_on) return;
        search_.forget();
        known_ = {hands, strain};
    }

    struct Known {
        std::array<Cards, 4> hands{};
        int strain = -1;
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
