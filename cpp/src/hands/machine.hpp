// Runs a program over a block of rows at a time; a row is a hand, or a class of hands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "hands/opening.hpp"
#include "overtrick/hand_classes.hpp"

namespace overtrick {

inline constexpr std::size_t kBlock = 256;

class Machine {
   public:
    // The program outlives the machine and has been checked.
    explicit Machine(const Program& program)
        : program_(program), room_(static_cast<std::size_t>(program.registers) * kBlock) {
        for (std::size_t i = 0; i < program.constants.size(); ++i)
            std::fill_n(own(program.columns.size() + i), kBlock, program.constants[i]);
        for (std::size_t reg = 0; reg < static_cast<std::size_t>(program.registers); ++reg)
            places_.push_back(own(reg));
    }

    // The own memory of a register, and a pointer to the register, which may lie elsewhere.
    std::int32_t* own(std::size_t reg) { return room_.data() + reg * kBlock; }
    void lay(std::size_t reg, const std::int32_t* values) { places_[reg] = values; }
    const std::int32_t* operator[](int reg) const { return places_[static_cast<std::size_t>(reg)]; }

    // Columns are laid; `keep(op, register a, b)` takes what the program counts and groups.
    template <class Keep>
    void run(std::size_t rows, Keep keep) {
        const auto& instructions = program_.instructions;
        for (std::size_t at = 0; at < instructions.size(); ++at) {
            const Instruction& step = instructions[at];
            switch (step.op) {
                case Op::skip:
                    if (!any(step.a, rows)) at += static_cast<std::size_t>(step.b);
                    break;
                case Op::count:
                case Op::group:
                    keep(step.op, (*this)[step.a], step.b);
                    break;
                default:
                    compute(step, rows);
            }
        }
    }

   private:
    bool any(int reg, std::size_t rows) const {
        const std::int32_t* values = (*this)[reg];
        std::int32_t found = 0;
        for (std::size_t i = 0; i < rows; ++i) found |= values[i];
        return found != 0;
    }

    template <class Combine>
    void each(const Instruction& step, std::size_t rows, Combine combine) {
        std::int32_t* to = own(static_cast<std::size_t>(step.to));
        const std::int32_t* a = (*this)[step.a];
        const std::int32_t* b = (*this)[step.b];
        for (std::size_t i = 0; i < rows; ++i) to[i] = combine(a[i], b[i]);
    }

    void compute(const Instruction& step, std::size_t rows) {
        using Value = std::int32_t;
        switch (step.op) {
            case Op::add:
                return each(step, rows, [](Value a, Value b) { return wrap(a, b, std::plus<>()); });
            case Op::subtract:
                return each(step, rows, [](Value a, Value b) { return wrap(a, b, std::minus<>()); });
            case Op::multiply:
                return each(step, rows, [](Value a, Value b) { return wrap(a, b, std::multiplies<>()); });
            case Op::equal:
                return each(step, rows, [](Value a, Value b) { return Value{a == b}; });
            case Op::less:
                return each(step, rows, [](Value a, Value b) { return Value{a < b}; });
            case Op::both:
                return each(step, rows, [](Value a, Value b) { return a & b; });
            case Op::either:
                return each(step, rows, [](Value a, Value b) { return a | b; });
            case Op::negate:
                return unary(step, rows, [](Value a) { return a ^ 1; });
            case Op::look_up: {
                const auto& list = program_.lists[static_cast<std::size_t>(step.b)];
                return unary(step, rows, [&list](Value a) {
                    return static_cast<std::size_t>(a) < list.size() ? list[static_cast<std::size_t>(a)] : 0;
                });
            }
            case Op::opening:
                return open(step, rows);
            default:
                return;
        }
    }

    // Python lets no program through whose numbers outgrow 32 bits; no number is undefined all the same.
    template <class Combine>
    static std::int32_t wrap(std::int32_t a, std::int32_t b, Combine combine) {
        return static_cast<std::int32_t>(
            combine(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
    }

    template <class Change>
    void unary(const Instruction& step, std::size_t rows, Change change) {
        std::int32_t* to = own(static_cast<std::size_t>(step.to));
        const std::int32_t* a = (*this)[step.a];
        for (std::size_t i = 0; i < rows; ++i) to[i] = change(a[i]);
    }

    void open(const Instruction& step, std::size_t rows) {
        std::int32_t* to = own(static_cast<std::size_t>(step.to));
        const auto& opener = OpeningBid::with(static_cast<unsigned>(step.b));
        for (std::size_t i = 0; i < rows; ++i)
            to[i] = opener.bid(
                {(*this)[step.a][i], (*this)[step.a + 1][i], (*this)[step.a + 2][i], (*this)[step.a + 3][i]});
    }

    const Program& program_;
    std::vector<std::int32_t> room_;
    std::vector<const std::int32_t*> places_;
};

}  // namespace overtrick
