// All hands that meet a condition: the classes that meet it, shape by shape, with a guide to find one at
// once.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "deals/random.hpp"
#include "hands/joined.hpp"
#include "overtrick/sampler.hpp"

namespace overtrick {

HandTable::~HandTable() = default;

namespace {

constexpr std::size_t kMostPairs = 4'000'000;  // of suit classes in a half: some tenths of a second

// The holdings of one suit, class after class.
class Holdings {
   public:
    explicit Holdings(const SuitClasses& classes, int shift) : shift_(shift) {
        for (std::size_t number = 0; number < classes.size(); ++number) {
            const auto& some = classes[number].holdings;
            begins_.push_back(static_cast<std::uint32_t>(holdings_.size()));
            sizes_.push_back(static_cast<std::uint32_t>(some.size()));
            holdings_.insert(holdings_.end(), some.begin(), some.end());
        }
    }

    std::uint32_t size(std::size_t number) const { return sizes_[number]; }
    std::uint64_t cards(std::size_t number, std::uint32_t which) const {
        return std::uint64_t{holdings_[begins_[number] + which]} << shift_;
    }

   private:
    int shift_;
    std::vector<std::uint32_t> begins_, sizes_;
    std::vector<std::uint16_t> holdings_;
};

// The half hands of each state, by number.
class HalfMembers {
   public:
    explicit HalfMembers(HalfHands& half)
        : higher_(half.suit(0), half.shift(0)), lower_(half.suit(1), half.shift(1)) {
        begins_.assign(half.states() + 1, 0);
        half.each_pair([this](std::size_t state, std::uint32_t, std::uint32_t) { ++begins_[state + 1]; });
        for (std::size_t state = 0; state < half.states(); ++state) begins_[state + 1] += begins_[state];
        pairs_.resize(begins_.back());
        std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
        std::vector<std::uint32_t> ways(half.states(), 0);
        half.each_pair([&](std::size_t state, std::uint32_t a, std::uint32_t b) {
            ways[state] += higher_.size(a) * lower_.size(b);
            pairs_[next[state]++] = {ways[state], a, b};
        });
    }

    // The cards with this number among the ways to hold a state.
    std::uint64_t cards(std::size_t state, std::uint32_t number) const {
        const Pair* pair =
            std::upper_bound(pairs_.data() + begins_[state], pairs_.data() + begins_[state + 1], number,
                             [](std::uint32_t wanted, const Pair& each) { return wanted < each.end; });
        const std::uint32_t of_lower = lower_.size(pair->lower);
        const std::uint32_t inside = number - (pair->end - higher_.size(pair->higher) * of_lower);
        return higher_.cards(pair->higher, inside / of_lower) | lower_.cards(pair->lower, inside % of_lower);
    }

   private:
    struct Pair {
        std::uint32_t end;  // of its numbers
        std::uint32_t higher, lower;
    };

    Holdings higher_, lower_;
    std::vector<std::uint32_t> begins_;
    std::vector<Pair> pairs_;
};

// A class that meets the condition. Its hands have the numbers below `end` and not below the one before,
// among the hands of its shape.
struct Row {
    std::uint64_t end;
    std::uint32_t major, minor;  // states
    std::uint32_t of_minors;     // ways to hold the minors
};

// The classes of one shape, with a guide to find the one that a number belongs to. Numbers with the same
// first bits share an entry: the row that the first of them is in. There are at least as many entries as
// rows, so that on average less than one row is passed over.
class ShapeRows {
   public:
    void add(std::uint32_t major, std::uint32_t minor, std::uint64_t of_majors, std::uint32_t of_minors) {
        total_ += of_majors * of_minors;
        rows_.push_back({total_, major, minor, of_minors});
    }

    void finish() {
        const int bits = std::bit_width(total_ - 1);
        shift_ = bits - std::min(bits, static_cast<int>(std::bit_width(rows_.size())));
        std::size_t row = 0;
        for (std::uint64_t first = 0; first < total_; first += std::uint64_t{1} << shift_) {
            while (rows_[row].end <= first) ++row;
            guide_.push_back(static_cast<std::uint32_t>(row));
        }
        rows_.shrink_to_fit();
    }

    std::uint64_t total() const { return total_; }

    const Row& of(std::uint64_t number) const {
        std::size_t row = guide_[number >> shift_];
        while (rows_[row].end <= number) ++row;
        return rows_[row];
    }

   private:
    std::uint64_t total_ = 0;
    int shift_ = 0;
    std::vector<Row> rows_;
    std::vector<std::uint32_t> guide_;
};

class ClassTable final : public HandTable {
   public:
    ClassTable(const Condition& condition, const KnownCards& known)
        : program_(condition.program),
          reg_(condition.reg),
          joined_(std::make_unique<Joined>(*program_, known, kMostPairs, true)),
          classes_(joined_->classes()),
          states_(joined_->majors.states()),
          places_(kLengthCodes, kNone) {
        if (states_ == 0) finish();
    }

    // Making it

    std::uint64_t classes() const override { return classes_; }
    std::size_t steps() const override { return (states_ + kStep - 1) / kStep; }
    bool is_complete() const override { return joined_ == nullptr; }
    std::size_t rows() const override { return rows_; }
    std::uint64_t hands() const override { return total_; }

    void advance() override {
        const std::size_t end = std::min(next_ + kStep, states_);
        if (next_ == end) return;
        for (; next_ < end; ++next_) join(next_);
        if (next_ == states_) finish();
    }

    // Using it

    const std::vector<Lengths>& shapes() const override { return shapes_; }
    std::uint64_t hands(std::size_t shape) const override { return by_shape_[shape].total(); }

    std::uint64_t numbered(std::size_t shape, std::uint64_t number) const override {
        const Row& row = by_shape_[shape].of(number);
        const std::uint64_t from_end = row.end - number - 1;
        return majors_->cards(row.major, static_cast<std::uint32_t>(from_end / row.of_minors)) |
               minors_->cards(row.minor, static_cast<std::uint32_t>(from_end % row.of_minors));
    }

    std::uint64_t draw(std::size_t shape, Random& random) const override {
        return numbered(shape, random.below(by_shape_[shape].total()));
    }

   private:
    static constexpr std::size_t kStep = 64;  // half hands of the majors
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    void join(std::size_t major) {
        Machine& machine = joined_->machine;
        const std::uint64_t of_majors = joined_->majors.weight(major);
        joined_->join(major, [&](std::size_t minor, std::size_t rows) {
            machine.run(rows, [](Op, const std::int32_t*, int) {});
            const std::int32_t* chosen = machine[reg_];
            for (std::size_t row = 0; row < rows; ++row) {
                if (chosen[row] == 0) continue;
                const std::uint32_t of_minors = joined_->minors.weight(minor + row);
                total_ += of_majors * of_minors, ++rows_;
                rows_of(lengths(major, minor + row))
                    .add(static_cast<std::uint32_t>(major), static_cast<std::uint32_t>(minor + row),
                         of_majors, of_minors);
            }
        });
    }

    Lengths lengths(std::size_t major, std::size_t minor) const {
        const int spades = joined_->majors.length_of_higher(major);
        const int diamonds = joined_->minors.length_of_higher(minor);
        return {static_cast<std::uint8_t>(joined_->minors.length(minor) - diamonds),
                static_cast<std::uint8_t>(diamonds),
                static_cast<std::uint8_t>(joined_->majors.length(major) - spades),
                static_cast<std::uint8_t>(spades)};
    }

    ShapeRows& rows_of(const Lengths& lengths) {
        std::uint32_t& place = places_[code_of(lengths)];
        if (place == kNone) {
            place = static_cast<std::uint32_t>(shapes_.size());
            shapes_.push_back(lengths);
            by_shape_.emplace_back();
        }
        return by_shape_[place];
    }

    void finish() {
        for (ShapeRows& rows : by_shape_) rows.finish();
        majors_ = std::make_unique<HalfMembers>(joined_->majors);
        minors_ = std::make_unique<HalfMembers>(joined_->minors);
        joined_.reset();
    }

    std::shared_ptr<const Program> program_;
    int reg_;
    std::unique_ptr<Joined> joined_;  // while it is being made
    std::uint64_t classes_;
    std::size_t states_, next_ = 0, rows_ = 0;
    std::uint64_t total_ = 0;
    std::vector<std::uint32_t> places_;  // of shapes, by their codes
    std::vector<Lengths> shapes_;
    std::vector<ShapeRows> by_shape_;
    std::unique_ptr<HalfMembers> majors_, minors_;
};

}  // namespace

std::unique_ptr<HandTable> make_hand_table(const Condition& condition, const KnownCards& known) {
    condition.program->check();
    return std::make_unique<ClassTable>(condition, known);
}

}  // namespace overtrick
