// OPENBID (London and Wasserman, 1967) for a hand given as four suit classes.
//
// A suit matters to the routine only through its length and which of A K Q J T it holds. This form works
// on those classes and on nothing else; docs/openbid.md says how the scan of 1967 is read.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace overtrick {

// The places where a bid is made, in the order of the routine: the same order as in Python.
enum class Section : std::uint8_t {
    s1,
    s2a,
    s2b,
    s3,
    s4,
    s5a,
    s5b,
    s6a,
    s6b,
    s7,
    s8a,
    s8b,
    s8c,
    s8d,
    s8e,
    s9,
    s10,
    s11a,
    s11b,
    s12a,
    s12b,
    s12c,
    s12d,
    s12e,
    s12f,
    s12g,
    s12h,
    s12i,
    s12j,
    s13a,
    s13b,
    s13c,
    s13d,
    s14
};

// Where the paper contradicts itself; each switch is a bit, off for what the code says.
enum OpeningSwitch : unsigned {
    kKqxFixed = 1,         // KQ of three cards is worth 1 playing trick, not 0
    kKjTable = 2,          // KJ doubleton is worth 1 playing trick, not -1
    kLongJackTable = 4,    // J of eight to ten cards is worth 0 playing tricks, not 4 to 6
    kSolidDefinition = 8,  // SOLID as Appendix 2 defines it
};
inline constexpr std::size_t kOpeningSwitches = 16;

class OpeningBid {
   public:
    // Class numbers of spades, hearts, diamonds and clubs: 32 x length + 16 A + 8 K + 4 Q + 2 J + T.
    using Classes = std::array<std::int32_t, 4>;

    static const OpeningBid& with(unsigned switches) {
        static const auto openers = [] {
            std::vector<OpeningBid> made;
            for (unsigned each = 0; each < kOpeningSwitches; ++each) made.push_back(OpeningBid(each));
            return made;
        }();
        return openers[switches];
    }

    // 128 x the section that made the bid + the bid as the routine numbers it: 0 pass, 15 is 1NT.
    std::int32_t bid(const Classes& classes) const { return Look(*this, classes).code(); }

   private:
    enum { kClubs, kDiamonds, kHearts, kSpades };

    struct Suit {
        int length = 0, points = 0, honours = 0, tricks = 0;
        int extra = 0;    // what it adds to the total points beyond its high cards
        int missing = 0;  // cards missing to three
        bool ace = false, safe = false, bad_king_or_queen = false, open = false, weak = false;
    };

    explicit OpeningBid(unsigned switches) {
        for (int length = 0; length <= 13; ++length)
            for (int honours = 0; honours < 32; ++honours)
                suits_[static_cast<std::size_t>(32 * length + honours)] = suit(length, honours, switches);
    }

    static Suit suit(int length, int honours, unsigned switches) {
        const bool ace = honours & 16, king = honours & 8, queen = honours & 4, jack = honours & 2;
        Suit suit;
        suit.length = length;
        suit.points = 4 * ace + 3 * king + 2 * queen + jack;
        suit.honours = std::popcount(static_cast<unsigned>(honours));
        suit.tricks = tricks(length, suit.points, ace, king, switches);
        if (length >= 5) suit.extra += 2 * (length - 5) + 1;
        if (length == 1) suit.extra += ace - 2 * king - 2 * queen - jack;
        if (length == 2) suit.extra -= queen + jack;
        suit.missing = std::max(0, 3 - length);
        suit.ace = ace;
        suit.safe = length >= 3 || (length == 2 && (ace || king)) || (length == 1 && ace);
        suit.bad_king_or_queen = (length == 1 && king) || (length == 2 && queen && jack);
        suit.open = length <= 1 || (length == 2 && suit.points < 3) || (length == 3 && suit.points < 2) ||
                    suit.bad_king_or_queen;
        suit.weak = (suit.points <= 2 && length <= 4) || suit.bad_king_or_queen;
        if (switches & kSolidDefinition)
            suit.weak = !(length == 1 && ace) && (length <= 1 || suit.points < 3);
        return suit;
    }

    // Length less the losers: the procedure PLAYINGTRICKS.
    static int tricks(int length, int points, bool ace, bool king, unsigned switches) {
        if (length == 0) return 0;
        if (switches & kKqxFixed && length == 3 && points == 5 && king) return 1;
        if (switches & kKjTable && length == 2 && points == 4 && king) return 1;
        if (switches & kLongJackTable && points == 1 && length >= 8) return 0;
        return length - losers(length, points, ace, king);
    }

    static int losers(int n, int points, bool ace, bool king) {
        switch (points) {
            case 10:
                return 0;
            case 9:
                return n >= 4 && n <= 7 ? 1 : 0;
            case 8:
                return n <= 10 ? 1 : 0;
            case 7:
                if (king) return n <= 4 ? n - 2 : n <= 7 ? 2 : n <= 10 ? 1 : 0;
                return n >= 4 && n <= 7 ? 2 : n <= 11 ? 1 : 0;
            case 6:
                if (ace) return n <= 3 ? n - 1 : n <= 5 ? 3 : n <= 8 ? 2 : n <= 11 ? 1 : 0;
                return n >= 4 && n <= 6 ? 2 : 1;
            case 5:
                if (n <= 2) return 1;
                if (ace) return n == 3 ? 2 : n <= 5 ? 3 : n <= 9 ? 2 : 1;
                return n <= 6 ? 3 : n <= 8 ? 2 : 1;
            case 4:
                if (ace) return n <= 5 ? n - 1 : n == 6 ? 4 : n <= 8 ? 3 : 2;
                return n == 3 || n == 4 ? n - 1 : n <= 7 ? 3 : 2;
            case 3:
                if (n <= 4) return n;
                if (king) return n <= 7 ? 4 : n <= 10 ? 3 : 2;
                return n <= 6 ? 4 : n <= 8 ? 3 : 2;
            case 2:
                return n <= 5 ? n : n <= 8 ? 4 : 3;
            case 1:
                return n >= 8 ? 4 : n;
            default:
                return n;
        }
    }

    // One hand being looked at.
    class Look {
       public:
        Look(const OpeningBid& opener, const Classes& classes) {
            for (std::size_t suit = 0; suit < 4; ++suit) {
                const auto number = static_cast<std::size_t>(classes[3 - suit]);
                const Suit& held = opener.suits_[std::min(number, opener.suits_.size() - 1)];
                suits_[suit] = &held;
                hcp_ += held.points;
                tricks_ += held.tricks;
                total_ += held.points + held.extra;
                aces_ += held.ace;
                stoppers_ += held.safe;
                shortage_ += held.missing;
                longest_ = std::max(longest_, held.length);
                has_void_ |= held.length == 0;
                has_singleton_ |= held.length == 1;
                is_open_ |= held.open;
                is_weak_ |= held.weak;
            }
            total_ += 1 - (shortage_ == 0) - (aces_ == 0) + (aces_ == 4);
            std::array<int, 4> points{};
            for (std::size_t suit = 0; suit < 4; ++suit) points[suit] = suits_[suit]->points;
            std::sort(points.begin(), points.end(), std::greater<>());
            best_points_ = points[0], second_points_ = points[1];
        }

        std::int32_t code() const {
            Bid bid = strong();
            if (bid.section == Section::s14) bid = preempt();
            return 128 * static_cast<std::int32_t>(bid.section) + bid.value;
        }

       private:
        struct Bid {
            int value;
            Section section;
        };
        static constexpr Bid kNone{0, Section::s14};

        // Sections 1 to 9
        Bid strong() const {
            if (total_ < 7) return {0, Section::s1};
            if (tricks_ >= 12 && aces_ == 4) return {(tricks_ - 6) * 10 + 5, Section::s2a};
            if (tricks_ >= 12 && longest_ >= 8)
                return {(tricks_ - 6) * 10 + 1 + first_longest(), Section::s2b};
            if (hcp_ >= 25 && even() && !is_open_) return {10, Section::s3};
            if (hcp_ >= 22 && hcp_ <= 24 && even() && !is_open_) return {25, Section::s4};
            if ((hcp_ >= 23 || (hcp_ >= 22 && total_ >= 25) || total_ >= 26) && tricks_ >= 9) {
                if (longest_ >= 5) return {6 + first_longest(), Section::s5a};
                const int four = four_with(best_points_);
                if (four >= 0) return {6 + four, Section::s5b};
            }
            if (longest_ >= 8 && tricks_ >= 9 && hcp_ <= 15) {
                const int suit = first_longest();
                if (suit >= kHearts) return {41 + suit, Section::s6a};
                if (tricks_ >= 10) return {51 + suit, Section::s6b};
            }
            if (hcp_ >= 15 && hcp_ <= 18 && even() && stoppers_ == 4) {
                const auto good_major = [this](int suit) {
                    return at(suit).length == 5 && at(suit).points >= 5;
                };
                const bool too_good =
                    (hcp_ >= 17 && total_ >= 19) || good_major(kHearts) || good_major(kSpades);
                if (!too_good || !is_weak_) return {15, Section::s7};
            }
            if (hcp_ >= 17 || (hcp_ >= 16 && total_ >= 20) || total_ >= 21) {
                const Bid bid = big_club();
                if (bid.section != Section::s14) return bid;
            }
            const Suit& clubs = at(kClubs);
            if (clubs.length >= 6 && clubs.points >= 9 && clubs.honours >= 4 && hcp_ <= 14)
                return {31, Section::s9};
            return kNone;
        }

        Bid big_club() const {
            if (hcp_ >= 18 && hcp_ <= 21 && even() && !is_weak_) {
                for (const int major : {kSpades, kHearts})
                    if (rebiddable(major)) return {1 + major, Section::s8a};
                return {5, Section::s8a};
            }
            if (longest_ >= 5) return {1 + first_longest(), Section::s8b};
            if (hcp_ >= 18 && !is_open_) return {5, Section::s8c};
            if (const int four = four_with(best_points_); four >= 0) return {1 + four, Section::s8d};
            if (const int four = four_with(second_points_); four >= 0) return {1 + four, Section::s8d};
            if (hcp_ >= 18 && even() && stoppers_ == 4) return {5, Section::s8e};
            return kNone;
        }

        // Sections 10 and 11, and what follows them
        Bid preempt() const {
            if (hcp_ >= 6 && hcp_ <= 12 && longest_ >= 6 && longest_ <= 7 && total_ <= 7 + longest_)
                for (const int major : {kSpades, kHearts})
                    if (six_good(major)) return {21 + major, Section::s10};
            if (longest_ >= 7 && hcp_ >= 6 && hcp_ <= 10) {
                for (const int suit : {kSpades, kHearts, kDiamonds}) {
                    if (at(suit).length != longest_ || !slides(suit, 18, 2)) continue;
                    if (!has_void_ && longest_ < 8 && aces_ - at(suit).ace == 0) continue;
                    const Bid weak{31 + suit, Section::s11a};
                    return hcp_ < 10 ? weak : last_chance(weak);
                }
                if (at(kClubs).length >= 8 && tricks_ >= 8) return {41, Section::s11b};
                return last_chance(kNone);
            }
            if (((hcp_ >= 11 && (total_ >= 13 || (longest_ <= 5 && has_singleton_))) ||
                 (hcp_ >= 10 && has_void_) || (hcp_ >= 12 && shortage_ != 0)) &&
                total_ >= 11) {
                const Bid bid = standard();
                if (bid.section != Section::s14) return bid;
            }
            return last_chance(kNone);
        }

        // Section 12
        Bid standard() const {
            for (const int suit : {kSpades, kHearts, kDiamonds})
                if (at(suit).length == longest_ && longest_ >= 5 && slides(suit, 6, 1) && total_ >= 12)
                    return {11 + suit, Section::s12a};
            bool is_short_suit_next = longest_ == 4;
            if (at(kClubs).length == longest_) {
                for (const int major : {kSpades, kHearts})
                    if (slides(major, 25, 5) && longest_ == 5 && at(kClubs).points <= 6)
                        return {11 + major, Section::s12b};
                if (longest_ >= 5 && rebiddable(kClubs)) return {21, Section::s12c};
                for (const int suit : {kSpades, kHearts, kDiamonds})
                    is_short_suit_next |= slides(suit, 31, 7);
            }
            if (is_short_suit_next) {
                const Bid bid = four_card_suit();
                if (bid.section != Section::s14) return bid;
            }
            return after_four_card_suits();
        }

        // Sections 12d, e and f
        Bid four_card_suit() const {
            const int hearts = at(kHearts).length, spades = at(kSpades).length;
            if (slides(kDiamonds, 34, 8) && (hearts <= 2 || (spades <= 3 && hearts <= 3)))
                return {12, Section::s12d};
            const auto is_too_poor = [this](int suit) {
                return hcp_ <= 12 && total_ <= 12 && at(suit).points <= 3;
            };
            if (slides(kHearts, 34, 8) && (spades <= 3 || (spades == 4 && at(kSpades).points <= 1)) &&
                !is_too_poor(kHearts))
                return {13, Section::s12e};
            for (const int suit : {kSpades, kDiamonds})
                if (slides(suit, 34, 8) && !is_too_poor(suit)) return {11 + suit, Section::s12f};
            return kNone;
        }

        // Sections 12g to 12j
        Bid after_four_card_suits() const {
            for (const int suit : {kSpades, kHearts, kDiamonds}) {
                if (at(suit).length != longest_ || longest_ != 5 || at(suit).points != 0) continue;
                for (const int other : {kSpades, kHearts, kDiamonds})
                    if (at(other).length == 4 && at(other).points >= 4) return {11 + other, Section::s12g};
                if (hcp_ >= 13) return {11 + suit, Section::s12h};
            }
            if (hcp_ >= 13 && even() && at(kDiamonds).length >= 3) return {12, Section::s12i};
            const Suit& clubs = at(kClubs);
            if (clubs.length >= 5 && hcp_ >= 13 && clubs.points >= 5 - clubs.honours)
                return {21, Section::s12j};
            return kNone;
        }

        // Section 13; what was bid before stands if there is nothing here
        Bid last_chance(Bid before) const {
            if (total_ >= 13 && longest_ >= 6 && hcp_ >= 10)
                for (const int suit : {kSpades, kHearts, kDiamonds})
                    if (at(suit).length == longest_ && slides(suit, 14, 2)) return {11 + suit, Section::s13a};
            if (total_ >= 14 && hcp_ >= 10)
                for (const int major : {kSpades, kHearts})
                    if (rebiddable(major)) return {11 + major, Section::s13b};
            if (hcp_ >= 6 && hcp_ <= 12 && longest_ >= 6)
                for (const int major : {kSpades, kHearts})
                    if (six_good(major)) return {21 + major, Section::s13c};
            if (hcp_ >= 14)
                for (const int suit : {kSpades, kHearts, kDiamonds})
                    if (at(suit).length >= 4 && at(suit).points >= 1) return {11 + suit, Section::s13d};
            return before;
        }

        // Parts of conditions

        const Suit& at(int suit) const { return *suits_[static_cast<std::size_t>(suit)]; }
        bool even() const { return shortage_ <= 1; }
        bool slides(int suit, int from, int step) const {
            return at(suit).points >= from - step * at(suit).length;
        }
        bool rebiddable(int suit) const {
            const Suit& held = at(suit);
            return held.length >= 6 || (held.length == 5 && held.points >= 4 && held.honours >= 2);
        }
        bool six_good(int suit) const {
            return at(suit).length >= 6 && at(suit).honours >= 9 - at(suit).length;
        }
        int first_longest() const {
            int suit = kSpades;
            while (at(suit).length != longest_) --suit;
            return suit;
        }
        int four_with(int points) const {
            int suit = kSpades;
            while (suit >= 0 && !(at(suit).length == 4 && at(suit).points == points)) --suit;
            return suit;
        }

        std::array<const Suit*, 4> suits_{};
        int hcp_ = 0, tricks_ = 0, total_ = 0, aces_ = 0, stoppers_ = 0, shortage_ = 0, longest_ = 0;
        int best_points_ = 0, second_points_ = 0;
        bool has_void_ = false, has_singleton_ = false, is_open_ = false, is_weak_ = false;
    };

    std::array<Suit, 32 * 14> suits_;
};

}  // namespace overtrick
