// overtrick._core: conversions between NumPy and the C++ core, and nothing else.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "overtrick/dealer.hpp"
#include "overtrick/double_dummy.hpp"
#include "overtrick/hand_classes.hpp"
#include "overtrick/single_suit.hpp"
#include "overtrick/squeezes.hpp"

namespace nb = nanobind;
using namespace nb::literals;

void bind_sampling(nb::module_& module);
void bind_strategies(nb::module_& module);

namespace {

using overtrick::Dealer;
using overtrick::DealNumber;
using overtrick::Hands;

using NumbersIn = nb::ndarray<const std::uint64_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using HandsIn = nb::ndarray<const std::uint64_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;
using NumbersOut = nb::ndarray<nb::numpy, std::uint64_t, nb::shape<-1, 3>>;
using HandsOut = nb::ndarray<nb::numpy, std::uint64_t, nb::shape<-1, 4>>;

template <class Row, class In>
std::span<const Row> rows(const In& array) {
    static_assert(sizeof(Row) % sizeof(std::uint64_t) == 0);
    return {reinterpret_cast<const Row*>(array.data()), array.shape(0)};
}

// Hands a vector of rows over to NumPy without copying it.
template <class Out, class Row>
Out as_array(std::vector<Row>&& rows) {
    auto* kept = new std::vector<Row>(std::move(rows));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Row>*>(p); });
    return Out(kept->data(), {kept->size(), Row{}.size()}, owner);
}

HandsOut deal(const Dealer& dealer, const NumbersIn& numbers) {
    std::vector<Hands> deals(numbers.shape(0));
    {
        nb::gil_scoped_release release;
        dealer.deal(rows<DealNumber>(numbers), deals);
    }
    return as_array<HandsOut>(std::move(deals));
}

NumbersOut number(const Dealer& dealer, const HandsIn& deals) {
    std::vector<DealNumber> numbers(deals.shape(0));
    {
        nb::gil_scoped_release release;
        dealer.number(rows<Hands>(deals), numbers);
    }
    return as_array<NumbersOut>(std::move(numbers));
}

// Double dummy

using overtrick::DoubleDummy;
using overtrick::Position;
using overtrick::Rules;
using overtrick::Variation;
using TricksOut = nb::ndarray<nb::numpy, std::int8_t, nb::shape<-1, 5, 4>>;
using LayoutsOut = nb::ndarray<nb::numpy, std::int8_t, nb::shape<-1, -1>>;

void check(const Hands& hands) {
    for (const std::uint64_t hand : hands)
        if (hand >> 52 != 0 || std::popcount(hand) > 13) throw nb::value_error("no such hand");
}

Position position(const Hands& hands, int strain, int leader, const std::vector<int>& trick) {
    check(hands);
    if (strain < 0 || strain > 4 || leader < 0 || leader > 3) throw nb::value_error("no such strain or seat");
    Position position{.hands = hands, .strain = strain, .leader = leader};
    for (std::size_t turn = 0; turn < std::min<std::size_t>(trick.size(), 3); ++turn) {
        if (trick[turn] < 0 || trick[turn] > 51) throw nb::value_error("no such card");
        position.trick[turn] = static_cast<std::int8_t>(trick[turn]);
    }
    return position;
}

int tricks(DoubleDummy& solver, const Hands& hands, int strain, int leader, const std::vector<int>& trick,
           int guess) {
    nb::gil_scoped_release release;
    return solver.tricks(position(hands, strain, leader, trick), guess);
}

std::pair<bool, std::uint64_t> at_least(DoubleDummy& solver, const Hands& hands, int strain, int leader,
                                        const std::vector<int>& trick, int target) {
    nb::gil_scoped_release release;
    const overtrick::Proof proof = solver.at_least(position(hands, strain, leader, trick), target);
    return {proof.is_reached, proof.cards};
}

std::vector<std::pair<int, int>> cards(DoubleDummy& solver, const Hands& hands, int strain, int leader,
                                       const std::vector<int>& trick) {
    nb::gil_scoped_release release;
    std::vector<std::pair<int, int>> values;
    for (const auto& [card, tricks] : solver.cards(position(hands, strain, leader, trick)))
        values.emplace_back(card, tricks);
    return values;
}

// A row for each layout; all have the same cards to play.
LayoutsOut layouts(DoubleDummy& solver, const HandsIn& deals, int strain, int leader,
                   const std::vector<int>& trick, std::size_t legal, std::uint64_t only) {
    auto* kept = new std::vector<std::int8_t>(deals.shape(0) * legal, -1);
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<std::int8_t>*>(p); });
    {
        nb::gil_scoped_release release;
        auto out = kept->begin();
        int guess = overtrick::kNoGuess;  // neighbours often have the same value
        for (const Hands& hands : rows<Hands>(deals)) {
            const auto values = solver.cards(position(hands, strain, leader, trick), guess, only);
            for (std::size_t i = 0; i < std::min(legal, values.size()); ++i)
                out[i] = static_cast<std::int8_t>(values[i].tricks);
            for (const auto& [card, tricks] : values)
                if (tricks != overtrick::kNotAsked) guess = tricks;
            out += static_cast<std::ptrdiff_t>(legal);
        }
    }
    return LayoutsOut(kept->data(), {deals.shape(0), legal}, owner);
}

TricksOut tables(DoubleDummy& solver, const HandsIn& deals, unsigned strains) {
    using Table = std::array<std::int8_t, 20>;
    auto* kept = new std::vector<Table>(deals.shape(0));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Table>*>(p); });
    {
        nb::gil_scoped_release release;
        const auto hands = rows<Hands>(deals);
        for (std::size_t i = 0; i < hands.size(); ++i) {
            check(hands[i]);
            (*kept)[i].fill(-1);
            solver.table(hands[i], strains, (*kept)[i]);
        }
    }
    return TricksOut(kept->data(), {kept->size(), 5, 4}, owner);
}

int plain_tricks(const Hands& hands, int strain, int leader, const std::vector<int>& trick, int blanks_east,
                 int blanks_west, bool no_finesse) {
    nb::gil_scoped_release release;
    return overtrick::plain_tricks(position(hands, strain, leader, trick),
                                   {blanks_east, blanks_west, no_finesse});
}

void bind_double_dummy(nb::module_& module) {
    nb::class_<Rules>(module, "Rules", "What the double-dummy search may use; off never changes an answer.")
        .def(nb::init<>())
        .def_rw("table", &Rules::table)
        .def_rw("equals", &Rules::equals)
        .def_rw("siblings", &Rules::siblings)
        .def_rw("quick_tricks", &Rules::quick_tricks)
        .def_rw("trump_tricks", &Rules::trump_tricks)
        .def_rw("stoppers", &Rules::stoppers)
        .def_rw("refutation", &Rules::refutation)
        .def_rw("memory", &Rules::memory);
    nb::class_<DoubleDummy>(module, "DoubleDummy", "Double-dummy answers, all in tricks of North and South.")
        .def(nb::new_(&overtrick::make_double_dummy), "bytes"_a, nb::kw_only(), "portable"_a = false)
        .def(
            "set",
            [](DoubleDummy& solver, const Rules& rules, int blanks_east, int blanks_west, bool no_finesse) {
                solver.set(rules, {blanks_east, blanks_west, no_finesse});
            },
            "rules"_a, "blanks_east"_a = 0, "blanks_west"_a = 0, "no_finesse"_a = false)
        .def("forget", &DoubleDummy::forget, "Empty the table.")
        .def("tricks", &tricks, "hands"_a, "strain"_a, "leader"_a, "trick"_a, "guess"_a = overtrick::kNoGuess)
        .def("at_least", &at_least, "hands"_a, "strain"_a, "leader"_a, "trick"_a, "target"_a,
             "Is the target reached, and the cards whose owners prove it.")
        .def("cards", &cards, "hands"_a, "strain"_a, "leader"_a, "trick"_a,
             "Each legal card with its tricks.")
        .def("layouts", &layouts, "deals"_a, "strain"_a, "leader"_a, "trick"_a, "legal"_a,
             "only"_a = overtrick::kAllCards,
             "The tricks of each of so many legal cards, a row for each layout of the hands; -1 for cards "
             "that are "
             "neither asked for nor equal to one that is.")
        .def("tables", &tables, "deals"_a, "strains"_a,
             "Tricks by deal, strain and leader; -1 where not asked.")
        .def_prop_ro("bytes", &DoubleDummy::bytes, "The memory it holds.")
        .def_prop_ro("positions", &DoubleDummy::positions,
                     "How many were looked at, at the start of a trick.")
        .def_prop_ro("instructions", &DoubleDummy::instructions, "'bmi2' or 'portable'.");
    module.attr("ALWAYS") = overtrick::kAlways;
    module.attr("NOT_ASKED") = overtrick::kNotAsked;
    module.def("plain_tricks", &plain_tricks, "hands"_a, "strain"_a, "leader"_a, "trick"_a,
               "blanks_east"_a = 0, "blanks_west"_a = 0, "no_finesse"_a = false,
               "The same by trying every card, for endings.");
}

// Hand classes

using overtrick::HandClasses;
using overtrick::Program;
using PackedIn = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using ValuesOut = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;
using Steps = std::vector<std::tuple<int, int, int, int>>;  // operation, register, operands
using Columns = std::vector<std::tuple<int, int, int>>;     // kind, table, which

Program program(std::vector<overtrick::HoldingTable> tables, const Columns& columns,
                std::vector<std::int32_t> constants, std::vector<std::vector<std::int32_t>> lists,
                const Steps& steps, std::vector<int> keys, int registers, int counts) {
    Program made{.tables = std::move(tables),
                 .columns = {},
                 .constants = std::move(constants),
                 .lists = std::move(lists),
                 .instructions = {},
                 .keys = std::move(keys),
                 .registers = registers,
                 .counts = counts};
    for (const auto& [kind, table, which] : columns)
        made.columns.push_back({static_cast<overtrick::Column::Kind>(kind), table, which});
    for (const auto& [op, to, a, b] : steps)
        made.instructions.push_back({static_cast<overtrick::Op>(op), to, a, b});
    made.check();
    return made;
}

std::unique_ptr<HandClasses> hand_classes(const Program& program, std::uint64_t held, std::uint64_t elsewhere,
                                          int size) {
    if (held & elsewhere || (held | elsewhere) >> 52 != 0 || size < 0 || size > 26)
        throw nb::value_error("no such hand");
    nb::gil_scoped_release release;
    return overtrick::make_hand_classes(program, {held, elsewhere, size});
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> totals(const HandClasses& classes) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> totals;
    for (const auto& [hands, simplest] : classes.totals()) totals.emplace_back(hands, simplest);
    return totals;
}

std::vector<std::tuple<std::vector<std::int32_t>, std::uint64_t, std::uint64_t>> groups(
    const HandClasses& classes) {
    std::vector<std::tuple<std::vector<std::int32_t>, std::uint64_t, std::uint64_t>> groups;
    for (const auto& [key, total] : classes.groups()) groups.emplace_back(key, total.hands, total.simplest);
    return groups;
}

ValuesOut values(const Program& program, int reg, const PackedIn& hands) {
    auto* kept = new std::vector<std::int32_t>;
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<std::int32_t>*>(p); });
    {
        nb::gil_scoped_release release;
        *kept = overtrick::value_of_hands(program, reg, {hands.data(), hands.shape(0)});
    }
    return ValuesOut(kept->data(), {kept->size()}, owner);
}

void bind_hand_classes(nb::module_& module) {
    nb::class_<Program>(module, "Program", "Instructions over what can be seen of a hand.")
        .def(nb::new_(&program), nb::kw_only(), "tables"_a, "columns"_a, "constants"_a, "lists"_a, "steps"_a,
             "keys"_a, "registers"_a, "counts"_a)
        .def("values", &values, "register"_a, "hands"_a, "A register for each of these packed hands.")
        .def("holding_values", &overtrick::value_of_holdings, "register"_a,
             "A register for each of the 8,192 holdings of a suit.");
    nb::class_<HandClasses>(module, "HandClasses", "A program run over all hands, class by class.")
        .def(nb::new_(&hand_classes), "program"_a, "held"_a = 0, "elsewhere"_a = 0, "size"_a = 13)
        .def("advance", &HandClasses::advance, nb::call_guard<nb::gil_scoped_release>(), "One step further.")
        .def("totals", &totals, "Hands and the simplest one, for each count of the program.")
        .def("groups", &groups, "Key, hands and the simplest one, for each group.")
        .def(
            "numbered",
            [](HandClasses& classes, const std::vector<std::uint64_t>& numbers) {
                nb::gil_scoped_release release;
                return classes.numbered(numbers);
            },
            "numbers"_a, "The hands with these rising numbers among those counted first.")
        .def_prop_ro("group_count", &HandClasses::group_count, "How many groups there are so far.")
        .def_prop_ro("hands", &HandClasses::hands, "How many hands there are.")
        .def_prop_ro("classes", &HandClasses::classes, "In how many classes they fall.")
        .def_prop_ro("steps", &HandClasses::steps, "How often to advance.");
}

// Single suits: sets of layouts are bytes, the first layout in the lowest bit of the first byte

using overtrick::LayoutBits;
using overtrick::SingleSuit;
using overtrick::SuitPlay;
using overtrick::SuitPosition;

LayoutBits layout_bits(const nb::bytes& bytes) {
    LayoutBits words((bytes.size() + 7) / 8);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        words[i / 8] |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes.c_str()[i]))
                        << 8 * (i % 8);
    return words;
}

nb::bytes layout_bytes(const LayoutBits& words) {
    std::vector<char> bytes;
    for (const std::uint64_t word : words)
        for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(word >> 8 * i & 255));
    return nb::bytes(bytes.data(), bytes.size());
}

std::unique_ptr<SingleSuit> single_suit(std::uint16_t north, std::uint16_t south, int ranks,
                                        std::uint16_t apart, int entries_north, int entries_south,
                                        bool tactics_only, bool honest_defence) {
    if (ranks < 0 || ranks > 13 || std::min(entries_north, entries_south) < 0 ||
        std::max(entries_north, entries_south) > overtrick::SuitProblem::kUnlimited)
        throw nb::value_error("no such problem");
    return overtrick::make_single_suit(
        {north, south, ranks, apart, entries_north, entries_south, tactics_only, honest_defence});
}

using LeadFound = std::tuple<bool, int, std::int64_t, nb::bytes>;

std::vector<LeadFound> suit_leads(SingleSuit& suit, int goal, const std::vector<std::int64_t>& weights,
                                  bool only_best) {
    const std::size_t expected = static_cast<std::size_t>(suit.layouts()) * (goal == 0 ? suit.length() : 1);
    if (goal < 0 || goal > 13 || weights.size() != expected) throw nb::value_error("no such goal");
    std::vector<overtrick::SuitLead> leads;
    {
        nb::gil_scoped_release release;
        leads = suit.leads(goal, weights, only_best);
    }
    std::vector<LeadFound> found;
    for (const auto& lead : leads)
        found.emplace_back(lead.from_north, lead.rank, lead.value, layout_bytes(lead.wins));
    return found;
}

std::vector<nb::bytes> suit_lines(SingleSuit& suit, int goal, std::size_t limit) {
    std::vector<LayoutBits> lines;
    {
        nb::gil_scoped_release release;
        lines = suit.lines(goal, limit);
    }
    std::vector<nb::bytes> found;
    for (const LayoutBits& line : lines) found.push_back(layout_bytes(line));
    return found;
}

SuitPosition suit_position(std::uint16_t north, std::uint16_t south, std::uint16_t out, int showed,
                           int in_hand, int entries_north, int entries_south) {
    return {north,
            south,
            out,
            static_cast<overtrick::Showed>(showed),
            static_cast<std::uint8_t>(in_hand),
            static_cast<std::uint8_t>(entries_north),
            static_cast<std::uint8_t>(entries_south)};
}

void bind_single_suit(nb::module_& module) {
    constexpr int kUnlimited = overtrick::SuitProblem::kUnlimited;
    nb::class_<SuitPosition>(module, "SuitPosition", "The start of a trick in one suit.")
        .def(nb::new_(&suit_position), "north"_a, "south"_a, "out"_a, "showed"_a = 0, "in_hand"_a = 0,
             "entries_north"_a = kUnlimited, "entries_south"_a = kUnlimited);
    nb::class_<SuitPlay>(module, "SuitPlay", "How declarer's two hands play to a trick.")
        .def(nb::new_([](int way, bool from_north, int rank) {
                 return SuitPlay{static_cast<SuitPlay::Way>(way), from_north, rank};
             }),
             "way"_a, "from_north"_a, "rank"_a)
        .def_prop_ro("way", [](const SuitPlay& play) { return static_cast<int>(play.way); })
        .def_ro("from_north", &SuitPlay::from_north)
        .def_ro("rank", &SuitPlay::rank);
    nb::class_<SingleSuit>(module, "SingleSuit", "How to play one suit against best defence.")
        .def(nb::new_(&single_suit), "north"_a, "south"_a, "ranks"_a = 13, "apart"_a = 0,
             "entries_north"_a = kUnlimited, "entries_south"_a = kUnlimited, "tactics_only"_a = false,
             "honest_defence"_a = false)
        .def("leads", &suit_leads, "goal"_a, "weights"_a, "only_best"_a,
             "Hand, rank, value and layouts won, for each first lead; goal 0 asks for trick vectors.")
        .def("lines", &suit_lines, "goal"_a, "limit"_a, "Every undominated line; none if there are too many.")
        .def(
            "sets",
            [](SingleSuit& suit, const SuitPosition& position, int goal) {
                std::vector<nb::bytes> found;
                for (const LayoutBits& set : suit.sets(position, goal)) found.push_back(layout_bytes(set));
                return found;
            },
            "position"_a, "goal"_a, "The undominated sets of layouts that can be won from here.")
        .def(
            "achieves",
            [](SingleSuit& suit, const SuitPosition& position, int goal, const nb::bytes& layouts) {
                return suit.achieves(position, goal, layout_bits(layouts));
            },
            "position"_a, "goal"_a, "layouts"_a, "Whether so many tricks can be made in all these layouts.")
        .def("plays", &SingleSuit::plays, "position"_a, "Every way to play a trick that words can tell.")
        .def(
            "tactic",
            [](const SingleSuit& suit, const SuitPosition& position, const SuitPlay& play) {
                return static_cast<int>(suit.tactic(position, play));
            },
            "position"_a, "play"_a, "Which of the seven tactics a play is.")
        .def("is_worth_trying", &SingleSuit::is_worth_trying, "position"_a, "play"_a,
             "Whether the tactic's preconditions hold.")
        .def(
            "keeps",
            [](SingleSuit& suit, const SuitPosition& position, const SuitPlay& play, int goal,
               const nb::bytes& layouts) { return suit.keeps(position, play, goal, layout_bits(layouts)); },
            "position"_a, "play"_a, "goal"_a, "layouts"_a,
            "Whether all these layouts can be won after a play.")
        .def(
            "after",
            [](SingleSuit& suit, const SuitPosition& position, const SuitPlay& play, int goal,
               const std::vector<std::int64_t>& weights) {
                const std::size_t expected =
                    static_cast<std::size_t>(suit.layouts()) * (goal == 0 ? suit.length() : 1);
                if (weights.size() != expected) throw nb::value_error("no such goal");
                const overtrick::SuitLead found = suit.after(position, play, goal, weights);
                return std::tuple(found.value, layout_bytes(found.wins));
            },
            "position"_a, "play"_a, "goal"_a, "weights"_a,
            "Value and layouts won by the best line after a play.")
        .def("leaves", &SingleSuit::leaves, "The leaves of the tree of plays, nothing cut off.")
        .def_prop_ro("groups", &SingleSuit::groups, "Touching cards of the defenders, lowest first.")
        .def_prop_ro("strides", &SingleSuit::strides)
        .def_prop_ro("layouts", &SingleSuit::layouts)
        .def_prop_ro("level_bits", &SingleSuit::level_bits)
        .def_prop_ro("length", &SingleSuit::length);
}

// Squeezes

int cash_tricks(const Hands& hands, int strain, int leader, const std::vector<int>& trick, bool ruffs,
                bool finesses) {
    nb::gil_scoped_release release;
    return overtrick::cash_tricks(position(hands, strain, leader, trick), {ruffs, finesses});
}

std::tuple<int, int, int, int, int> plain_squeeze(const Hands& hands, int strain, int leader) {
    nb::gil_scoped_release release;
    const Position start = position(hands, strain, leader, {});
    for (const std::uint64_t hand : hands) {
        if (std::popcount(hand) > overtrick::kPlainCards) throw nb::value_error("more than five cards");
        if (std::popcount(hand) != std::popcount(hands[0])) throw nb::value_error("hands of unequal length");
    }
    const auto [tricks, free_east, free_west, free_both, tops] =
        overtrick::plain_squeeze(start.hands, start.strain, start.leader);
    return {tricks, free_east, free_west, free_both, tops};
}

void bind_squeezes(nb::module_& module) {
    module.def("cash_tricks", &cash_tricks, "hands"_a, "strain"_a, "leader"_a, "trick"_a, "ruffs"_a,
               "finesses"_a, "What North and South take by cashing, when nobody has to discard.");
    module.def("plain_squeeze", &plain_squeeze, "hands"_a, "strain"_a, "leader"_a,
               "Tricks, with free discards for East, West and both, and by cashing: every card tried.");
}

}  // namespace

NB_MODULE(_core, module) {
    // Objects that live as long as the interpreter are no leaks.
    nb::set_leak_warnings(false);
    module.doc() = "The compiled core of overtrick. Use the packages above it, not this.";

    nb::class_<Dealer>(module, "Dealer", "Turns numbers into deals and back.")
        .def(nb::new_(&overtrick::make_dealer), nb::kw_only(), "portable"_a = false)
        .def("deal", &deal, "numbers"_a, "Four hands, one bit per card, for each row of three numbers.")
        .def("number", &number, "deals"_a, "Three numbers for each row of four full hands.")
        .def_prop_ro("instructions", &Dealer::instructions, "'bmi2' or 'portable'.");

    bind_double_dummy(module);
    bind_hand_classes(module);
    bind_sampling(module);
    bind_single_suit(module);
    bind_squeezes(module);
    bind_strategies(module);
}
