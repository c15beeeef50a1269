// Exact questions about all hands.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace overtrick {

inline constexpr std::size_t kHoldings = std::size_t{1} << 13;

// A value for each of the 8,192 holdings of a suit; bit 0 of a holding is the two, bit 12 the ace.
using HoldingTable = std::vector<std::int32_t>;

// An input of a program: a quantity of the hand.
struct Column {
    enum class Kind : std::uint8_t {
        suit,     // the table's value for one suit; which: the suit
        sum,      // the sum of the table's values over the suits
        largest,  // one of those values by size; which: 0 for the largest, 3 for the smallest
    };
    Kind kind;
    int table;
    int which;
};

enum class Op : std::uint8_t {
    add,
    subtract,
    multiply,
    equal,
    less,
    both,
    either,
    negate,   // 1 for 0, and 0 for 1
    look_up,  // the entry a of list b
    opening,  // the bid and section of OPENBID for suit classes in registers a to a + 3, switches b
    skip,     // if register a is 0 in every row, leave out the next b instructions
    count,    // the hands with register a, as total number b
    group,    // the hands with register a, by the values of the keys
};

struct Instruction {
    Op op;
    int to;
    int a;
    int b;
};

// A straight line of instructions over registers. The first registers are the columns, the next the
// constants.
struct Program {
    std::vector<HoldingTable> tables;
    std::vector<Column> columns;
    std::vector<std::int32_t> constants;
    std::vector<std::vector<std::int32_t>> lists;
    std::vector<Instruction> instructions;
    std::vector<int> keys;  // registers
    int registers;
    int counts;

    void check() const;  // throws std::invalid_argument if it would read or write outside its registers
};

// The cards a hand is known to hold, and those it is known not to hold.
struct KnownCards {
    std::uint64_t held = 0;
    std::uint64_t elsewhere = 0;
    int size = 13;
};

struct Total {
    std::uint64_t hands = 0;
    std::uint64_t simplest = 0;  // the simplest hand, as cards; see docs/hands.md
};

struct Group {
    std::vector<std::int32_t> key;
    Total total;
};

// A program run over every hand there is, class by class.
class HandClasses {
   public:
    virtual ~HandClasses();

    virtual std::uint64_t hands() const = 0;    // how many hands there are
    virtual std::uint64_t classes() const = 0;  // and in how many classes
    virtual std::size_t steps() const = 0;      // how often `advance` has to be called

    virtual void advance() = 0;  // one step further
    virtual std::vector<Total> totals() const = 0;
    virtual std::vector<Group> groups() const = 0;
    virtual std::size_t group_count() const = 0;  // so far

    // The hands with these numbers, given in rising order, among those counted as total 0.
    virtual std::vector<std::uint64_t> numbered(std::span<const std::uint64_t> numbers) = 0;
};

std::unique_ptr<HandClasses> make_hand_classes(Program program, const KnownCards& known);

// The register of a program for each of these hands; columns are worked out card by card.
std::vector<std::int32_t> value_of_hands(const Program& program, int reg,
                                         std::span<const std::uint64_t> hands);

// The register of a program for each holding of a suit: all its columns are of one suit.
HoldingTable value_of_holdings(const Program& program, int reg);

}  // namespace overtrick
