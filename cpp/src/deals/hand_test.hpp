// Tests conditions on packed hands, one block at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "hands/machine.hpp"
#include "overtrick/cards.hpp"
#include "overtrick/sampler.hpp"

namespace overtrick {

// A condition with working memory to evaluate it; each thread has its own.
class HandTest {
   public:
    explicit HandTest(const Condition& condition)
        : program_(condition.program), reg_(condition.reg), machine_(*program_) {}

    // For each of at most `kBlock` hands, whether it meets the condition.
    const std::int32_t* operator()(const std::uint64_t* hands, std::size_t rows) {
        for (std::size_t i = 0; i < program_->columns.size(); ++i) lay(i, hands, rows);
        machine_.run(rows, [](Op, const std::int32_t*, int) {});
        return machine_[reg_];
    }

   private:
    void lay(std::size_t number, const std::uint64_t* hands, std::size_t rows) {
        const Column& column = program_->columns[number];
        const std::int32_t* table = program_->tables[static_cast<std::size_t>(column.table)].data();
        const auto value = [table](std::uint64_t hand, int suit) { return table[holding(hand, suit)]; };
        std::int32_t* to = machine_.own(number);
        if (column.kind == Column::Kind::suit) {
            for (std::size_t row = 0; row < rows; ++row) to[row] = value(hands[row], column.which);
        } else if (column.kind == Column::Kind::sum) {
            for (std::size_t row = 0; row < rows; ++row)
                to[row] =
                    value(hands[row], 0) + value(hands[row], 1) + value(hands[row], 2) + value(hands[row], 3);
        } else {
            for (std::size_t row = 0; row < rows; ++row) to[row] = by_size(hands[row], value, column.which);
        }
    }

    template <class Value>
    static std::int32_t by_size(std::uint64_t hand, Value value, int place) {
        const std::int32_t a = value(hand, 0), b = value(hand, 1), c = value(hand, 2), d = value(hand, 3);
        const std::int32_t high = std::max(a, b), low = std::min(a, b);
        const std::int32_t other_high = std::max(c, d), other_low = std::min(c, d);
        const std::int32_t one = std::min(high, other_high), other = std::max(low, other_low);
        const std::int32_t sorted[] = {std::max(high, other_high), std::max(one, other), std::min(one, other),
                                       std::min(low, other_low)};
        return sorted[place];
    }

    std::shared_ptr<const Program> program_;
    int reg_;
    Machine machine_;
};

}  // namespace overtrick
