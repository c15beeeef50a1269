// overtrick._core, the part that compares strategies: conversions, and nothing else.
#include "overtrick/strategies.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using overtrick::CardStrategies;
using overtrick::Detail;
using overtrick::Hands;
using overtrick::Strategies;
using overtrick::StrategyLimits;
using overtrick::StrategyProblem;
using WorldsIn = nb::ndarray<const std::uint64_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

std::unique_ptr<Strategies> strategies(const WorldsIn& worlds, int strain, int leader,
                                       const std::vector<int>& trick, int target, std::size_t bytes,
                                       Detail detail) {
    if (strain < 0 || strain > 4 || leader < 0 || leader > 3 || trick.size() > 3)
        throw nb::value_error("no such strain, seat or trick");
    StrategyProblem problem;
    problem.target = target;
    problem.detail = detail;
    problem.worlds.resize(worlds.shape(0));
    for (std::size_t i = 0; i < worlds.shape(0); ++i)
        std::copy_n(worlds.data() + 4 * i, 4, problem.worlds[i].begin());
    if (!problem.worlds.empty()) problem.position.hands = problem.worlds.front();
    problem.position.strain = strain;
    problem.position.leader = leader;
    for (std::size_t turn = 0; turn < trick.size(); ++turn) {
        if (trick[turn] < 0 || trick[turn] > 51) throw nb::value_error("no such card");
        problem.position.trick[turn] = static_cast<std::int8_t>(trick[turn]);
    }
    nb::gil_scoped_release release;
    return overtrick::make_strategies(std::move(problem), bytes);
}

std::vector<CardStrategies> compare(Strategies& strategies, int depth, std::uint64_t positions,
                                    const std::vector<std::int64_t>& weights, std::int64_t tie) {
    nb::gil_scoped_release release;
    return strategies.compare({depth, positions, weights, tie});
}

}  // namespace

void bind_strategies(nb::module_& module) {
    nb::enum_<Detail>(module, "Detail", "What a defender may do with cards that declarer takes for equal.")
        .value("LOWEST", Detail::lowest, "He plays the lowest.")
        .value("UNBLOCKS", Detail::unblocks, "Or one that his partner's card separates from it.")
        .value("CARDS", Detail::cards, "He plays any, and declarer sees which.");
    nb::class_<CardStrategies>(module, "CardStrategies", "What declarer's strategies make after a card.")
        .def_ro("card", &CardStrategies::card, "The highest of equal cards.")
        .def_ro("equals", &CardStrategies::equals, "The bits of the cards equal to it.")
        .def_ro("is_complete", &CardStrategies::is_complete, "Was it searched within the budget?")
        .def_ro("is_beaten", &CardStrategies::is_beaten, "Does it weigh less than another card?")
        .def_ro("hope", &CardStrategies::hope, "The worlds won double dummy after it, 64 in a word.")
        .def_ro("plans", &CardStrategies::plans, "The sets of worlds that its best strategies make.");
    nb::class_<Strategies>(module, "Strategies", "Declarer's strategies over worlds he cannot tell apart.")
        .def(nb::new_(&strategies), "worlds"_a, "strain"_a, "leader"_a, "trick"_a, "target"_a, "bytes"_a,
             "detail"_a = Detail::lowest)
        .def("compare", &compare, "depth"_a, "positions"_a, "weights"_a = std::vector<std::int64_t>(),
             "tie"_a = 0, "Every card of the player to move; with weights only the best matters.")
        .def_prop_ro("positions", &Strategies::positions, "Looked at in the last comparison.");
    module.attr("MOST_WORLDS") = overtrick::kMostWorlds;
}
