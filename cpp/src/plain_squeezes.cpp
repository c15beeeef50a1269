// The values that define a squeeze by exhaustive search: slow and obviously right.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "overtrick/cards.hpp"
#include "overtrick/squeezes.hpp"

namespace overtrick {
namespace {

constexpr std::int8_t kUnknown = -1;

// The variant of the game.
struct Game {
    bool free_east = false;
    bool free_west = false;
    bool is_cashing = false;
};

// The cards of an ending are numbered, North's first, then East's, South's and West's: a set of them is a
// mask, and the set left at the start of a trick is an index into a table.
class PlainSqueeze {
   public:
    PlainSqueeze(const Hands& hands, int strain) {
        std::vector<int> cards;
        for (int seat = 0; seat < 4; ++seat)
            for (int card = 0; card < kCards; ++card)
                if (hands[seat] >> card & 1) {
                    hands_[seat] |= 1U << cards.size();
                    cards.push_back(card);
                }
        for (std::size_t i = 0; i < cards.size(); ++i) {
            const int suit = suit_of(cards[i]);
            for (std::size_t j = 0; j < cards.size(); ++j) {
                const bool is_same_suit = suit_of(cards[j]) == suit;
                if (is_same_suit) same_suit_[i] |= 1U << j;
                if (is_same_suit ? cards[j] > cards[i] : suit_of(cards[j]) == strain)
                    beaten_by_[i] |= 1U << j;
            }
        }
        known_.resize(std::size_t{4} << cards.size());
    }

    int value(const Game& game, int leader) {
        game_ = game;
        std::fill(known_.begin(), known_.end(), kUnknown);
        return before_lead(hands_[0] | hands_[1] | hands_[2] | hands_[3], leader);
    }

   private:
    struct Trick {
        unsigned start;  // what was left before it
        int leader;
        int led = 0;      // a card's number, and so are these
        int winning = 0;  // the best card so far
        int winner = 0;   // a seat
    };

    int before_lead(unsigned left, int leader) {
        if ((left & hands_[0]) == 0) return 0;
        std::int8_t& known = known_[std::size_t{left} * 4 + static_cast<std::size_t>(leader)];
        if (known == kUnknown) known = static_cast<std::int8_t>(after<0>({left, leader}, left));
        return known;
    }

    // `turn` cards are on the table; `left` is what is left now.
    template <int turn>
    int after(const Trick& trick, unsigned left) {
        const int seat = (trick.leader + turn) % 4;
        const bool is_ns = seat % 2 == 0;
        unsigned playable = left & hands_[seat];
        bool may_throw_blank = false;
        if (turn > 0) {
            if (const unsigned following = playable & same_suit_[trick.led]; following != 0) {
                playable = following;
            } else if (!is_ns) {
                may_throw_blank = game_.is_cashing || (seat == 1 ? game_.free_east : game_.free_west);
            }
        }
        int best = is_ns ? -1 : 99;
        const auto consider = [&](const Trick& next, unsigned left_then) {
            int value;
            if constexpr (turn == 3)
                value = finished(next, left_then);
            else
                value = after<turn + 1>(next, left_then);
            best = is_ns ? std::max(best, value) : std::min(best, value);
        };
        for (unsigned rest = playable; rest != 0; rest &= rest - 1) {
            const int card = std::countr_zero(rest);
            Trick next = trick;
            if (turn == 0) next.led = card;
            if (turn == 0 || beaten_by_[trick.winning] >> card & 1) {
                next.winning = card;
                next.winner = seat;
            }
            consider(next, left & ~(1U << card));
        }
        if (may_throw_blank) consider(trick, left);
        return best;
    }

    int finished(const Trick& trick, unsigned left) {
        if (game_.is_cashing && trick.leader % 2 == 0 && !is_cashed(trick)) return 0;
        return (trick.winner % 2 == 0 ? 1 : 0) + before_lead(left, trick.winner);
    }

    // Did N/S win with a card of the suit led, higher than every card of it that the defenders held?
    bool is_cashed(const Trick& trick) const {
        const unsigned suit = same_suit_[trick.led], defenders = hands_[1] | hands_[3];
        return trick.winner % 2 == 0 && suit >> trick.winning & 1 &&
               (trick.start & defenders & suit & beaten_by_[trick.winning]) == 0;
    }

    static constexpr int kAll = 4 * kPlainCards;
    Game game_;
    std::array<unsigned, 4> hands_{};
    std::array<unsigned, kAll> same_suit_{};
    std::array<unsigned, kAll> beaten_by_{};  // the cards that would win from it, if played later
    std::vector<std::int8_t> known_;
};

}  // namespace

SqueezeValues plain_squeeze(const Hands& hands, int strain, int leader) {
    PlainSqueeze plain(hands, strain);
    return {.tricks = plain.value({}, leader),
            .free_east = plain.value({.free_east = true}, leader),
            .free_west = plain.value({.free_west = true}, leader),
            .free_both = plain.value({.free_east = true, .free_west = true}, leader),
            .tops = plain.value({.is_cashing = true}, leader)};
}

}  // namespace overtrick
