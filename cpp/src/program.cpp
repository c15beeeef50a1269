// Programs over hands: checked, and run hand by hand or holding by holding.
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <stdexcept>

#include "hands/machine.hpp"
#include "overtrick/cards.hpp"
#include "overtrick/hand_classes.hpp"

namespace overtrick {

HandClasses::~HandClasses() = default;

namespace {

void require(bool is_so, const char* what) {
    if (!is_so) throw std::invalid_argument(what);
}

bool is_below(int value, std::size_t limit) { return value >= 0 && static_cast<std::size_t>(value) < limit; }

void check(const Program& program, const Column& column) {
    require(is_below(column.table, program.tables.size()), "a column without its table");
    require(is_below(column.which, 4), "a column of a fifth suit");
    require(column.kind <= Column::Kind::largest, "no such kind of column");
}

void check(const Program& program, std::size_t at) {
    const Instruction& step = program.instructions[at];
    const auto registers = static_cast<std::size_t>(program.registers);
    const std::size_t fixed = program.columns.size() + program.constants.size();
    require(step.op <= Op::group, "no such operation");
    require(is_below(step.a, registers), "an instruction reads outside the registers");
    switch (step.op) {
        case Op::skip:
            require(step.b >= 0 && at + static_cast<std::size_t>(step.b) < program.instructions.size(),
                    "a skip beyond the end");
            return;
        case Op::count:
            require(is_below(step.b, static_cast<std::size_t>(program.counts)), "no such total");
            return;
        case Op::group:
            return;
        case Op::negate:
            break;
        case Op::look_up:
            require(is_below(step.b, program.lists.size()), "no such list");
            break;
        case Op::opening:
            require(is_below(step.a + 3, registers) && is_below(step.b, kOpeningSwitches),
                    "an opening bid needs four suits");
            break;
        default:
            require(is_below(step.b, registers), "an instruction reads outside the registers");
    }
    require(is_below(step.to, registers) && static_cast<std::size_t>(step.to) >= fixed,
            "an instruction writes outside its registers");
}

// One column for some hands.
void lay_column(const Program& program, const Column& column, std::span<const std::uint64_t> hands,
                std::int32_t* to) {
    const std::int32_t* table = program.tables[static_cast<std::size_t>(column.table)].data();
    const auto in_suit = [table](std::uint64_t hand, int suit) { return table[holding(hand, suit)]; };
    if (column.kind == Column::Kind::suit) {
        for (std::size_t row = 0; row < hands.size(); ++row) to[row] = in_suit(hands[row], column.which);
        return;
    }
    for (std::size_t row = 0; row < hands.size(); ++row) {
        std::array<std::int32_t, 4> values{};
        for (int suit = 0; suit < 4; ++suit)
            values[static_cast<std::size_t>(suit)] = in_suit(hands[row], suit);
        if (column.kind == Column::Kind::sum) {
            to[row] = values[0] + values[1] + values[2] + values[3];
        } else {
            std::sort(values.begin(), values.end(), std::greater<>());
            to[row] = values[static_cast<std::size_t>(column.which)];
        }
    }
}

// The register for a number of rows, whose columns `lay(machine, first row, rows)` fills.
template <class Lay>
std::vector<std::int32_t> values(const Program& program, int reg, std::size_t rows, Lay lay) {
    require(is_below(reg, static_cast<std::size_t>(program.registers)), "no such register");
    Machine machine(program);
    std::vector<std::int32_t> values;
    for (std::size_t first = 0; first < rows; first += kBlock) {
        const std::size_t some = std::min(kBlock, rows - first);
        lay(machine, first, some);
        machine.run(some, [](Op, const std::int32_t*, int) {});
        values.insert(values.end(), machine[reg], machine[reg] + some);
    }
    return values;
}

}  // namespace

void Program::check() const {
    for (const HoldingTable& table : tables) require(table.size() == kHoldings, "a table of another size");
    for (const Column& column : columns) overtrick::check(*this, column);
    require(registers >= 0 && static_cast<std::size_t>(registers) >= columns.size() + constants.size(),
            "too few registers");
    require(counts >= 0, "fewer than no totals");
    for (const int key : keys) require(is_below(key, static_cast<std::size_t>(registers)), "no such key");
    for (std::size_t at = 0; at < instructions.size(); ++at) overtrick::check(*this, at);
}

std::vector<std::int32_t> value_of_hands(const Program& program, int reg,
                                         std::span<const std::uint64_t> hands) {
    return values(program, reg, hands.size(), [&](Machine& machine, std::size_t first, std::size_t rows) {
        for (std::size_t i = 0; i < program.columns.size(); ++i)
            lay_column(program, program.columns[i], hands.subspan(first, rows), machine.own(i));
    });
}

HoldingTable value_of_holdings(const Program& program, int reg) {
    return values(program, reg, kHoldings, [&](Machine& machine, std::size_t first, std::size_t) {
        for (std::size_t i = 0; i < program.columns.size(); ++i)
            machine.lay(i, program.tables[static_cast<std::size_t>(program.columns[i].table)].data() + first);
    });
}

}  // namespace overtrick
