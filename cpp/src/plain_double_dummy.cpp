// The double-dummy value by exhaustive search, slow and obviously right, as a reference for tests.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>

#include "overtrick/cards.hpp"
#include "overtrick/double_dummy.hpp"

namespace overtrick {
namespace {

class PlainGame {
   public:
    PlainGame(const Variation& variation, int strain) : no_finesse_(variation.no_finesse), strain_(strain) {}

    struct State {
        Hands hands;
        int leader;
        std::array<int, 2> blanks;  // East's and West's
        auto operator<=>(const State&) const = default;
    };

    // N/S's tricks of the next `tricks`, before a lead.
    int value(const State& state, int tricks) {
        if (tricks == 0) return 0;
        if (const auto known = known_.find({state, tricks}); known != known_.end()) return known->second;
        std::array<int, 4> trick{};
        const int value = after(state, trick, 0, tricks);
        known_.emplace(std::pair{state, tricks}, value);
        return value;
    }

    // The same with `turn` cards on the table; a blank is -1.
    int after(const State& state, std::array<int, 4>& trick, int turn, int tricks) {
        if (turn == 4) return finished(state, trick, tricks);
        const int seat = (state.leader + turn) % 4;
        std::uint64_t legal = state.hands[seat];
        bool may_throw_blank = false;
        if (turn > 0) {
            const std::uint64_t following = legal & suit_set(suit_of(trick[0])).bits();
            may_throw_blank = following == 0 && seat % 2 == 1 && state.blanks[seat / 2] != 0;
            if (following != 0) legal = following;
        }
        const bool is_ns = seat % 2 == 0;
        int best = is_ns ? -1 : 99;
        const auto consider = [&](const State& next, int card) {
            trick[turn] = card;
            const int value = after(next, trick, turn + 1, tricks);
            best = is_ns ? std::max(best, value) : std::min(best, value);
        };
        for (; legal != 0; legal &= legal - 1) {
            State next = state;
            next.hands[seat] &= ~(legal & -legal);
            consider(next, std::countr_zero(legal));
        }
        if (may_throw_blank) {
            State next = state;
            if (next.blanks[seat / 2] != kAlways) --next.blanks[seat / 2];
            consider(next, -1);
        }
        return best;
    }

   private:
    int finished(const State& state, const std::array<int, 4>& trick, int tricks) {
        int best = 0;
        for (int turn = 1; turn < 4; ++turn) {
            if (trick[turn] < 0) continue;
            const bool same_suit = suit_of(trick[turn]) == suit_of(trick[best]);
            if (same_suit ? trick[turn] > trick[best] : suit_of(trick[turn]) == strain_) best = turn;
        }
        const int winner = (state.leader + best) % 4;
        if (no_finesse_ && winner % 2 == 0 && suit_of(trick[best]) == suit_of(trick[0]))
            for (int turn = 0; turn < best; ++turn) {
                const int seat = (state.leader + turn) % 4;
                const std::uint64_t held = state.hands[seat] & suit_set(suit_of(trick[best])).bits();
                if (seat % 2 == 1 && held >> trick[best] != 0) return 0;
            }
        return (winner % 2 == 0) + value({state.hands, winner, state.blanks}, tricks - 1);
    }

    std::map<std::pair<State, int>, int> known_;
    bool no_finesse_;
    int strain_;
};

}  // namespace

int plain_tricks(const Position& position, const Variation& variation) {
    PlainGame game(variation, position.strain);
    std::array<int, 4> trick{};
    int turn = 0;
    for (; turn < 3 && position.trick[turn] >= 0; ++turn) trick[turn] = position.trick[turn];
    const bool north_has_played = (4 - position.leader) % 4 < turn;
    const int tricks = std::popcount(position.hands[0]) + (north_has_played ? 1 : 0);
    if (tricks == 0) return 0;
    return game.after({position.hands, position.leader, {variation.blanks_east, variation.blanks_west}},
                      trick, turn, tricks);
}

}  // namespace overtrick
