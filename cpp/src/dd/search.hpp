// Can N/S take this many tricks? Answered by alpha-beta search over sets of positions.
//
// With the answer comes a set of winners: the answer is the same in every position of the same shape and
// leader in which the top cards of each suit, down to its lowest winner, have the same owners.
// docs/double-dummy.md says why.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "dd/layout.hpp"
#include "dd/memory.hpp"
#include "dd/ordering.hpp"
#include "dd/pattern_table.hpp"
#include "dd/sure_tricks.hpp"
#include "overtrick/double_dummy.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

class Search {
   public:
    explicit Search(std::size_t bytes)
        : memory_(bytes / kMemoryShare),
          endings_(bytes / kEndingsShare),
          deal_(bytes - std::min(bytes, memory_.bytes() + endings_.bytes())) {}

    std::size_t bytes() const { return deal_.bytes() + endings_.bytes() + memory_.bytes(); }

    Layout at;
    Rules rules;
    std::array<int, 2> blanks{};  // East's and West's, or kAlways
    bool no_finesse = false;
    std::uint64_t positions = 0;  // looked at, at the start of a trick

    // Results from now on belong to one deal, or to endings of many deals, with this many tricks left.
    void begin(bool is_ending, int tricks) {
        table_ = is_ending ? &endings_ : &deal_;
        memory_.expect(tricks);
    }

    // The contents of a table are valid for one strain and one set of switches.
    void forget_deal() {
        deal_.clear();
        memory_.forget();
    }
    void forget_endings() {
        endings_.clear();
        memory_.forget();
    }

    // At the start of a trick.
    bool lead(int tricks_left, int leader, int target, Lanes& winners);

    // In the middle of one; `trick` holds the cards played so far.
    bool go_on(Trick& trick, int turn, Lanes& winners) {
        switch (turn) {
            case 1:
                return choose<1>(trick, winners);
            case 2:
                return choose<2>(trick, winners);
            case 3:
                return choose<3>(trick, winners);
            default:
                return lead(trick.tricks_left, trick.leader, trick.target, winners);
        }
    }

    // After one card of the player whose turn it is.
    bool after(Trick trick, int turn, Lanes card, Lanes& winners) {
        const int seat = (trick.leader + turn) & 3;
        switch (turn) {
            case 0:
                return play<0>(trick, seat, card, winners);
            case 1:
                return play<1>(trick, seat, card, winners);
            case 2:
                return play<2>(trick, seat, card, winners);
            default:
                return play<3>(trick, seat, card, winners);
        }
    }

    // If the rank of a card did not matter, every card of its suit below the winners does as well as it.
    static Lanes alike(Lanes card, Lanes winners) {
        const Lanes in = lane(suit_of(card)), floor = lowest(winners & in);
        const Lanes lower = floor.empty() ? in : in & below(floor);
        return (card & lower).any() ? lower : Lanes{};
    }

   private:
    static constexpr int kSearchedAnew = 2;  // so few tricks are sooner searched than looked up
    static constexpr std::size_t kMemoryShare = 15, kEndingsShare = 32;  // parts of all bytes

    bool last_trick(int leader, Lanes& winners) const;
    bool is_counted(int tricks_left, int leader, int target, bool& answer, Lanes& winners) const;
    Lanes whole_runs(Lanes own, Lanes legal, Lanes winners) const;
    bool finish(Trick& trick, Lanes& winners);

    template <int turn>
    bool choose(Trick& trick, Lanes& winners);
    template <int turn>
    bool play(Trick& trick, int seat, Lanes card, Lanes& winners);
    template <int turn>
    bool play_blank(Trick& trick, int seat, Lanes& winners);
    template <int turn>
    bool next(Trick& trick, Lanes& winners) {
        if constexpr (turn < 3)
            return choose<turn + 1>(trick, winners);
        else
            return finish(trick, winners);
    }
    template <int turn>
    std::uint64_t memory_of(const Trick& trick, int seat) const;
    // The same for any lead from a hand with these suit lengths.
    std::uint64_t shape_memory_of(int seat) const {
        return at.shape >> 16 * seat << 48 | static_cast<unsigned>(seat);
    }

    CardMemory memory_;
    PatternTable endings_, deal_;
    PatternTable* table_ = &deal_;
};

inline bool Search::lead(int tricks_left, int leader, int target, Lanes& winners) {
    ++positions;
    winners = {};
    if (target <= 0) return true;
    if (target > tricks_left) return false;
    if (count(at.all) == 4 && !no_finesse) return last_trick(leader, winners);

    // North's clubs follow from South's hand, which is as long: their place is the leader's.
    const std::uint64_t key = (at.shape & ~std::uint64_t{0xf}) | static_cast<unsigned>(leader);
    const bool is_kept = rules.table && tricks_left > kSearchedAnew;
    Pattern pattern;
    if (is_kept) {
        pattern.east_west = extract((at.hand[1] | at.hand[3]).bits(), at.all.bits());
        pattern.south_west = extract((at.hand[2] | at.hand[3]).bits(), at.all.bits());
        Pattern found;
        if (table_->find(key, pattern.east_west, pattern.south_west, target, found)) {
            winners = Lanes{deposit(found.mask, at.all.bits())};
            return found.lower >= target;
        }
    }
    bool answer;
    if (is_counted(tricks_left, leader, target, answer, winners)) return answer;
    Lanes because;
    const int others_need = is_ns(leader) ? tricks_left - target + 1 : target;
    const Lanes barred =
        rules.refutation ? refuted_suits(at, leader, tricks_left, others_need, because) : Lanes{};
    if ((at.hand[leader] - barred).empty()) {
        winners = because;
        return !is_ns(leader);
    }
    Trick trick{.leader = leader, .tricks_left = tricks_left, .target = target, .barred = barred};
    answer = choose<0>(trick, winners);
    if (answer != is_ns(leader)) winners |= because;
    winners = upward(winners) & at.all;
    if (is_kept) {
        pattern.mask = extract(winners.bits(), at.all.bits());
        pattern.east_west &= pattern.mask;
        pattern.south_west &= pattern.mask;
        pattern.lower = answer ? target : 0;
        pattern.upper = answer ? tricks_left : target - 1;
        table_->store(key, pattern);
    }
    return answer;
}

// Everybody has one card.
inline bool Search::last_trick(int leader, Lanes& winners) const {
    Lanes best = at.hand[leader];
    int winner = leader;
    for (int turn = 1; turn < 4; ++turn) {
        const int seat = (leader + turn) & 3;
        const Lanes card = at.hand[seat];
        if (at.beats(card, best)) {
            best = card;
            winner = seat;
        }
    }
    const Lanes same = at.all & lane(suit_of(best));
    winners = same == best ? Lanes{} : best;
    return is_ns(winner);
}

// Does counting sure tricks decide the question?
inline bool Search::is_counted(int tricks_left, int leader, int target, bool& answer, Lanes& winners) const {
    const bool ns_leads = is_ns(leader);
    const int need = ns_leads ? target : tricks_left - target + 1;  // of the side on lead
    const int others_need = tricks_left - need + 1;
    if (rules.quick_tricks) {
        const Sure sure = Cashing(at, leader).count_tricks(tricks_left, need);
        if (sure.tricks >= need) {
            winners = sure.winners;
            answer = ns_leads;
            return true;
        }
    }
    // What comes later does not count for N/S without finesses: they may lose the rest before.
    if (rules.trump_tricks && at.trump != kNotrump)
        for (const int seat : {leader, left_of(leader)}) {
            if (no_finesse && is_ns(seat)) continue;
            const int wanted = seat == leader ? need : others_need;
            const Sure sure = sure_trumps(at, seat, tricks_left);
            if (sure.tricks < wanted) continue;
            winners = highest_of(sure.winners, wanted);
            answer = is_ns(seat);
            return true;
        }
    answer = !ns_leads;
    return rules.stoppers && !(no_finesse && !ns_leads) &&
           is_stopped(at, leader, tricks_left, others_need, winners);
}

template <int turn>
bool Search::choose(Trick& trick, Lanes& winners) {
    const int seat = (trick.leader + turn) & 3;
    const bool wanted = is_ns(seat);
    const Lanes own = at.hand[seat];
    Lanes legal = own - trick.barred, sum;
    if constexpr (turn > 0) {
        const Lanes following = own & lane(trick.led);
        legal = following.any() ? following : own;
        if (following.empty() && !wanted && blanks[seat >> 1] != 0) {
            if (play_blank<turn>(trick, seat, winners) == wanted) return wanted;
            sum = winners;
        }
    }
    Lanes left = rules.equals ? heads_of_runs(legal, at.all) : legal;
    const auto succeeds = [&](Lanes card) {
        if (play<turn>(trick, seat, card, winners) == wanted) return true;
        sum |= winners;
        left -= card;
        if (rules.siblings) left -= alike(card, winners);
        return false;
    };
    if (rest(left).empty()) {
        if (left.any() && succeeds(left)) return wanted;
    } else {
        const std::uint64_t here = memory_of<turn>(trick, seat), shape = shape_memory_of(seat);
        if (rules.memory) {
            if (const Lanes card = memory_.recall(here) & left; card.any() && succeeds(card)) return wanted;
            if constexpr (turn == 0)
                if (const Lanes card = memory_.recall(shape) & left; card.any() && succeeds(card)) {
                    memory_.note(here, card);
                    return wanted;
                }
        }
        const Ordered<turn> ordered(at, trick, seat, left);
        for (int i = 0; i < ordered.size(); ++i)
            if (const Lanes card = ordered[i]; (card & left).any() && succeeds(card)) {
                memory_.note(here, card);
                if constexpr (turn == 0) memory_.note(shape, card);
                return wanted;
            }
    }
    winners = whole_runs(own, legal, sum);
    return !wanted;
}

// A run of which only the head was tried must lie above the lowest winner, or below it, as a whole.
inline Lanes Search::whole_runs(Lanes own, Lanes legal, Lanes winners) const {
    if (!rules.equals) return winners;
    while (legal.any()) {
        const Lanes in = lane(suit_of(legal)), floor = lowest(winners & in);
        legal -= in;
        if ((floor & own).empty()) continue;
        for (Lanes left = at.all & in & below(floor); left.any();) {
            const Lanes next = highest(left);
            if ((next & own).empty()) break;
            winners |= next;
            left ^= next;
        }
    }
    return winners;
}

// The key under which the answering card is noted: the cards of the player and, in a suit that was led, the
// other cards of the suit.
template <int turn>
std::uint64_t Search::memory_of(const Trick& trick, int seat) const {
    std::uint64_t hash = at.hand[seat].bits();
    if constexpr (turn > 0) {
        const Lanes in = lane(trick.led);
        const std::uint64_t following = hash & in.bits(), best = trick.best.bits();
        hash = following == 0
                   ? hash ^ best * 3
                   : following ^ best << 1 ^ (at.hand[left_of(seat)] & in).bits() * 0x9e37'79b9'7f4a'7c15 ^
                         (at.all & in).bits() * 0xa076'1d64'78bd'642f;
    }
    return hash * 0xc2b2'ae3d'27d4'eb4f ^ static_cast<unsigned>(seat + 4 * turn) * 0x1656'67b1'9e37'79f9ULL;
}

template <int turn>
bool Search::play(Trick& trick, int seat, Lanes card, Lanes& winners) {
    const int suit = suit_of(card);
    const Lanes best = trick.best;
    const int winner = trick.winner;
    if (turn == 0 || at.beats(card, best)) {
        trick.best = card;
        trick.winner = seat;
    }
    if constexpr (turn == 0) trick.led = suit;
    trick.played |= card;
    at.hand[seat] ^= card;
    at.shape -= Layout::length_unit(seat, suit);
    const bool answer = next<turn>(trick, winners);
    at.shape += Layout::length_unit(seat, suit);
    at.hand[seat] ^= card;
    trick.played ^= card;
    trick.best = best;
    trick.winner = winner;
    return answer;
}

// A card from outside the hand, which never wins.
template <int turn>
bool Search::play_blank(Trick& trick, int seat, Lanes& winners) {
    int& left = blanks[seat >> 1];
    if (left != kAlways) --left;
    const bool answer = next<turn>(trick, winners);
    if (left != kAlways) ++left;
    return answer;
}

// All four have played.
inline bool Search::finish(Trick& trick, Lanes& winners) {
    const Lanes same = trick.played & lane(suit_of(trick.best));
    if (no_finesse && trick.target > 0 && is_ns(trick.winner) && suit_of(trick.best) == trick.led) {
        // Did a defender who had played before the winner keep a higher card?
        const Lanes higher = lane(trick.led) & above(trick.best);
        for (int seat = trick.leader; seat != trick.winner; seat = left_of(seat))
            if (!is_ns(seat) && (at.hand[seat] & higher).any()) {
                winners = trick.best;
                return false;
            }
    }
    at.all ^= trick.played;
    const bool answer =
        lead(trick.tricks_left - 1, trick.winner, trick.target - (is_ns(trick.winner) ? 1 : 0), winners);
    at.all ^= trick.played;
    if (same != trick.best) winners |= trick.best;
    return answer;
}

}  // namespace overtrick::inline OVERTRICK_TARGET
