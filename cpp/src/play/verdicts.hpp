// Double dummy in each world: does declarer's side still take what it needs?
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "overtrick/double_dummy.hpp"
#include "play/table.hpp"

namespace overtrick::play {

// A solver for each world: its results stay valid while the world is played on, and would be discarded if
// worlds took turns in one solver.
class Verdicts {
   public:
    Verdicts(std::size_t worlds, int tricks, std::size_t bytes, int strain) : strain_(strain) {
        const std::size_t most = kLeast << std::max(0, tricks - kEnding);
        const std::size_t share = std::clamp(bytes / std::max<std::size_t>(worlds, 1), kLeast, most);
        solvers_.reserve(worlds);
        for (std::size_t world = 0; world < worlds; ++world) solvers_.push_back(make_double_dummy(share));
    }

    bool is_won(const Table& table, const World& world) {
        const int side = table.side, left = tricks_left(table);
        if (table.needed <= 0 || table.needed > left) return table.needed <= 0;
        Position position{.strain = strain_, .leader = table.leader};
        for (int half = 0; half < 2; ++half) {
            position.hands[2 * half + side] = table.own[half].bits();
            position.hands[2 * half + 1 - side] = world.theirs[half].bits();
        }
        for (int turn = 0; turn < table.turn; ++turn) position.trick[turn] = world.trick[turn];
        DoubleDummy& solver = *solvers_[world.number];
        const std::uint64_t before = solver.positions();
        const bool is_reached = side == 0 ? solver.at_least(position, table.needed).is_reached
                                          : !solver.at_least(position, left - table.needed + 1).is_reached;
        positions_ += solver.positions() - before;
        return is_reached;
    }

    // The positions searched by the solvers so far: nearly all of the work.
    std::uint64_t positions() const { return positions_; }

   private:
    // Bytes for a solver with this many tricks left; twice as many for each further trick.
    static constexpr std::size_t kLeast = std::size_t{1} << 16;
    static constexpr int kEnding = 6;

    // Declarer's first hand has played to the trick, or has not.
    static int tricks_left(const Table& table) {
        const bool has_played = ((table.side - table.leader) & 3) < table.turn;
        return table.own[0].size() + has_played;
    }

    int strain_;
    std::uint64_t positions_ = 0;
    std::vector<std::unique_ptr<DoubleDummy>> solvers_;
};

}  // namespace overtrick::play
