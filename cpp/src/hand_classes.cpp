// Exact questions about all hands: half hands joined, a program run over the joined classes.
#include "overtrick/hand_classes.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "hands/joined.hpp"
#include "hands/key_index.hpp"

namespace overtrick {

namespace {

// A total with the complexity of its simplest hand.
struct Tally {
    Total total;
    std::int32_t complexity = std::numeric_limits<std::int32_t>::max();
};

class JoinedHalves final : public HandClasses {
   public:
    JoinedHalves(Program program, const KnownCards& known)
        : program_(std::move(program)),
          joined_(program_, known),
          tallies_(static_cast<std::size_t>(program_.counts)),
          keys_(program_.keys.size()) {}

    std::uint64_t hands() const override { return joined_.hands(); }
    std::uint64_t classes() const override { return joined_.classes(); }

    std::size_t steps() const override { return (majors_.states() + kStep - 1) / kStep; }

    void advance() override {
        const std::size_t end = std::min(next_ + kStep, majors_.states());
        for (; next_ < end; ++next_) join(next_);
    }

    std::vector<Total> totals() const override {
        std::vector<Total> totals;
        for (const Tally& tally : tallies_) totals.push_back(tally.total);
        return totals;
    }

    std::vector<Group> groups() const override {
        std::vector<Group> groups;
        for (std::size_t number = 0; number < keys_.size(); ++number) {
            const auto key = keys_.key(number);
            groups.push_back({{key.begin(), key.end()}, grouped_[number].total});
        }
        return groups;
    }

    std::size_t group_count() const override { return keys_.size(); }

    std::vector<std::uint64_t> numbered(std::span<const std::uint64_t> numbers) override {
        std::vector<std::uint64_t> hands;
        wanted_ = numbers, found_ = &hands, passed_ = 0;
        for (std::size_t state = 0; state < majors_.states() && !wanted_.empty(); ++state) join(state);
        wanted_ = {}, found_ = nullptr;
        return hands;
    }

   private:
    static constexpr std::size_t kStep = 64;  // half hands of the majors

    void join(std::size_t major) {
        joined_.join(major, [&](std::size_t minor, std::size_t rows) { run(major, minor, rows); });
    }

    void run(std::size_t major, std::size_t minor, std::size_t rows) {
        machine_.run(rows, [&](Op op, const std::int32_t* chosen, int which) {
            if (found_ != nullptr) {
                if (op == Op::count && which == 0) pick(major, minor, rows, chosen);
            } else if (op == Op::count) {
                count(tallies_[static_cast<std::size_t>(which)], major, minor, rows, chosen);
            } else {
                group(major, minor, rows, chosen);
            }
        });
    }

    // Counting

    void count(Tally& tally, std::size_t major, std::size_t minor, std::size_t rows,
               const std::int32_t* chosen) {
        const std::uint64_t ways = chosen_ways(minor, rows, chosen);
        if (ways == 0) return;
        tally.total.hands += ways * majors_.weight(major);
        const std::int32_t base = majors_.complexities()[major];
        if (base >= tally.complexity) return;
        for (std::size_t row = 0; row < rows; ++row)
            if (chosen[row] != 0) simplify(tally, major, minor + row);
    }

    std::uint64_t chosen_ways(std::size_t minor, std::size_t rows, const std::int32_t* chosen) const {
        const std::uint32_t* weights = minors_.weights() + minor;
        std::uint64_t ways = 0;
        for (std::size_t row = 0; row < rows; ++row)
            ways += static_cast<std::uint64_t>(weights[row]) & -static_cast<std::uint64_t>(chosen[row]);
        return ways;
    }

    void simplify(Tally& tally, std::size_t major, std::size_t minor) const {
        const std::int32_t complexity = majors_.complexities()[major] + minors_.complexities()[minor];
        if (complexity >= tally.complexity) return;
        tally.complexity = complexity;
        tally.total.simplest = majors_.simplest(major) | minors_.simplest(minor);
    }

    void group(std::size_t major, std::size_t minor, std::size_t rows, const std::int32_t* chosen) {
        std::vector<std::int32_t> key(program_.keys.size());
        for (std::size_t row = 0; row < rows; ++row) {
            if (chosen[row] == 0) continue;
            for (std::size_t i = 0; i < key.size(); ++i) key[i] = machine_[program_.keys[i]][row];
            const std::size_t number = keys_(key.data());
            if (number == grouped_.size()) grouped_.emplace_back();
            Tally& tally = grouped_[number];
            tally.total.hands += std::uint64_t{majors_.weight(major)} * minors_.weight(minor + row);
            simplify(tally, major, minor + row);
        }
    }

    // Finding hands by number

    void pick(std::size_t major, std::size_t minor, std::size_t rows, const std::int32_t* chosen) {
        for (std::size_t row = 0; row < rows; ++row) {
            if (chosen[row] == 0) continue;
            const std::uint64_t of_minors = minors_.weight(minor + row);
            const std::uint64_t ways = majors_.weight(major) * of_minors;
            for (; !wanted_.empty() && wanted_.front() < passed_ + ways; wanted_ = wanted_.subspan(1)) {
                const std::uint64_t number = wanted_.front() - passed_;
                found_->push_back(majors_.numbered(major, number / of_minors) |
                                  minors_.numbered(minor + row, number % of_minors));
            }
            passed_ += ways;
        }
    }

    Program program_;
    Joined joined_;
    HalfHands &majors_ = joined_.majors, &minors_ = joined_.minors;
    Machine& machine_ = joined_.machine;
    std::vector<Tally> tallies_;
    KeyIndex keys_;
    std::vector<Tally> grouped_;
    std::size_t next_ = 0;
    std::span<const std::uint64_t> wanted_;
    std::vector<std::uint64_t>* found_ = nullptr;
    std::uint64_t passed_ = 0;
};

}  // namespace

std::unique_ptr<HandClasses> make_hand_classes(Program program, const KnownCards& known) {
    program.check();
    return std::make_unique<JoinedHalves>(std::move(program), known);
}

}  // namespace overtrick
