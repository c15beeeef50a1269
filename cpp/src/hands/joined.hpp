// Two halves of a hand joined: a program run over every class of hands, block by block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hands/half_hands.hpp"
#include "hands/machine.hpp"
#include "overtrick/hand_classes.hpp"

namespace overtrick {

class Joined {
   public:
    // The program outlives this and has been checked.
    Joined(const Program& program, const KnownCards& known, std::size_t most_pairs = HalfHands::kMostPairs,
           bool by_lengths = false)
        : program_(program),
          size_(known.size),
          majors(program, known, 3, 2, most_pairs, by_lengths),
          minors(program, known, 1, 0, most_pairs, by_lengths),
          machine(program) {}

    std::uint64_t hands() const {
        return over_lengths(
            [this](int length) { return weight(majors, length) * weight(minors, size_ - length); });
    }

    std::uint64_t classes() const {
        return over_lengths([this](int length) {
            return std::uint64_t{majors.end(length) - majors.begin(length)} *
                   (minors.end(size_ - length) - minors.begin(size_ - length));
        });
    }

    // One half hand of the majors with every half hand of the minors that fills it up: columns are laid for
    // a block of them, then `run(first minor, rows)` runs the machine.
    template <class Run>
    void join(std::size_t major, Run run) {
        const int rest = size_ - majors.length(major);
        for (std::size_t column = 0; column < program_.columns.size(); ++column)
            if (program_.columns[column].kind == Column::Kind::suit && majors.has(column))
                std::fill_n(machine.own(column), kBlock, majors.values(column)[major]);
        for (std::size_t minor = minors.begin(rest); minor < minors.end(rest); minor += kBlock) {
            const std::size_t rows = std::min(kBlock, minors.end(rest) - minor);
            lay_columns(major, minor, rows);
            run(minor, rows);
        }
    }

   private:
    template <class Term>
    std::uint64_t over_lengths(Term term) const {
        std::uint64_t sum = 0;
        for (int length = 0; length <= size_; ++length) sum += term(length);
        return sum;
    }

    static std::uint64_t weight(const HalfHands& half, int length) {
        std::uint64_t sum = 0;
        for (std::size_t state = half.begin(length); state < half.end(length); ++state)
            sum += half.weight(state);
        return sum;
    }

    void lay_columns(std::size_t major, std::size_t minor, std::size_t rows) {
        for (std::size_t i = 0; i < program_.columns.size(); ++i) {
            const Column& column = program_.columns[i];
            std::int32_t* to = machine.own(i);
            if (column.kind == Column::Kind::suit) {
                if (minors.has(i)) machine.lay(i, minors.values(i) + minor);
            } else if (column.kind == Column::Kind::sum) {
                const std::int32_t base = majors.values(i)[major];
                const std::int32_t* values = minors.values(i) + minor;
                for (std::size_t row = 0; row < rows; ++row) to[row] = base + values[row];
            } else {
                lay_largest(i, column.which, major, minor, rows);
            }
        }
    }

    // The value with this place by size among two values from each half, given as larger and smaller.
    void lay_largest(std::size_t column, int place, std::size_t major, std::size_t minor, std::size_t rows) {
        std::int32_t* to = machine.own(column);
        const std::int32_t high = majors.values(column, 0)[major], low = majors.values(column, 1)[major];
        const std::int32_t* highs = minors.values(column, 0) + minor;
        const std::int32_t* lows = minors.values(column, 1) + minor;
        for (std::size_t row = 0; row < rows; ++row) {
            const std::int32_t one = std::min(high, highs[row]), other = std::max(low, lows[row]);
            const std::int32_t by_size[] = {std::max(high, highs[row]), std::max(one, other),
                                            std::min(one, other), std::min(low, lows[row])};
            to[row] = by_size[place];
        }
    }

    const Program& program_;
    int size_;

   public:
    HalfHands majors, minors;
    Machine machine;
};

}  // namespace overtrick
