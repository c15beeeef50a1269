// overtrick._core, the part that samples deals: conversions, and nothing else.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "overtrick/sampler.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using overtrick::Condition;
using overtrick::Hands;
using overtrick::HandTable;
using overtrick::Lengths;
using overtrick::Program;
using overtrick::Sampler;
using overtrick::SeatWanted;
using DealsOut = nb::ndarray<nb::numpy, std::uint64_t, nb::shape<-1, 4>>;

constexpr unsigned kMostThreads = 256;

Condition condition(const Program& program, int reg) {
    if (reg < 0 || reg >= program.registers) throw nb::value_error("no such register");
    return {std::make_shared<const Program>(program), reg};
}

std::shared_ptr<HandTable> hand_table(const Program& program, int reg, std::uint64_t held,
                                      std::uint64_t lacks) {
    if (held & lacks || (held | lacks) >> 52 != 0) throw nb::value_error("no such hand");
    nb::gil_scoped_release release;
    return overtrick::make_hand_table(condition(program, reg), {held, lacks});
}

// The hands of each shape: lengths, clubs first, and how many.
std::vector<std::pair<Lengths, std::uint64_t>> shapes(const HandTable& table) {
    if (!table.is_complete()) throw nb::value_error("the table is not complete");
    std::vector<std::pair<Lengths, std::uint64_t>> found;
    for (std::size_t shape = 0; shape < table.shapes().size(); ++shape)
        found.emplace_back(table.shapes()[shape], table.hands(shape));
    return found;
}

std::pair<DealsOut, std::vector<std::size_t>> draw(const Sampler& sampler, std::uint64_t seed,
                                                   std::uint64_t first, std::size_t blocks,
                                                   unsigned threads) {
    overtrick::Found found;
    {
        nb::gil_scoped_release release;
        found = sampler.draw(seed, first, blocks, std::clamp(threads, 1u, kMostThreads));
    }
    auto* kept = new std::vector<Hands>(std::move(found.deals));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Hands>*>(p); });
    return {DealsOut(kept->data(), {kept->size(), 4}, owner), std::move(found.in_block)};
}

}  // namespace

void bind_sampling(nb::module_& module) {
    nb::class_<HandTable>(module, "HandTable", "All hands that meet a condition, by number.")
        .def(nb::new_(&hand_table), "program"_a, "register"_a, "held"_a = 0, "lacks"_a = 0)
        .def("advance", &HandTable::advance, nb::call_guard<nb::gil_scoped_release>(), "One step further.")
        .def("shapes", &shapes, "The lengths of each shape, clubs first, and how many hands have it.")
        .def_prop_ro("classes", &HandTable::classes, "How many classes of hands there are.")
        .def_prop_ro("steps", &HandTable::steps, "How often to advance.")
        .def_prop_ro("rows", &HandTable::rows, "Classes that meet the condition, so far.")
        .def_prop_ro(
            "hands", [](const HandTable& table) { return table.hands(); },
            "Hands that meet the condition, so far.");
    nb::class_<SeatWanted>(module, "SeatWanted", "What is known of one seat.")
        .def(
            "__init__",
            [](SeatWanted* made, std::uint64_t held, std::uint64_t lacks) {
                new (made) SeatWanted;
                made->held = held, made->lacks = lacks;
            },
            "held"_a, "lacks"_a)
        .def(
            "shape", [](SeatWanted& seat, const Lengths& shape) { seat.shapes.push_back(shape); },
            "lengths"_a, "One of the shapes it may have, clubs first; if none is named, any.")
        .def(
            "test",
            [](SeatWanted& seat, const Program& program, int reg) {
                seat.conditions.push_back(condition(program, reg));
            },
            "program"_a, "register"_a, "Test each hand that is dealt to it.")
        .def(
            "table",
            [](SeatWanted& seat, std::shared_ptr<HandTable> table) { seat.table = std::move(table); },
            "table"_a, "Its hand may be drawn from a table.")
        .def(
            "test_of_table",
            [](SeatWanted& seat, const Program& program, int reg) {
                seat.of_table.push_back(condition(program, reg));
            },
            "program"_a, "register"_a, "Test each hand that is drawn from the table.");
    nb::class_<Sampler>(module, "Sampler", "Deals that fit what is known, each equally likely.")
        .def(nb::new_(&overtrick::make_sampler), "seats"_a, "order"_a)
        .def_prop_ro("is_possible", &Sampler::is_possible, "Whether the shapes of the seats go together.")
        .def("draws_from_table", &Sampler::draws_from_table, "seat"_a, "Or is it dealt cards?")
        .def("draw", &draw, "seed"_a, "first"_a, "blocks"_a, "threads"_a,
             "The deals found in some blocks of tries, and how many in each.");
    module.attr("TRIES") = Sampler::kTries;
}
