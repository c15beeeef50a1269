// Published squeezes, and random endings of four cards, against trying every card.
#include "overtrick/squeezes.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "hands.hpp"

using namespace overtrick;

namespace {

constexpr int kDiamonds = 1, kSouth = 2;

int cash(const Hands& hands, int strain, const Ways& ways = {}) {
    return cash_tricks({.hands = hands, .strain = strain, .leader = kSouth}, ways);
}

struct Figure {
    const char* hands;
    int strain;
    SqueezeValues values;
};

constexpr Figure kFigures[] = {
    {"Q.AJ.. T9...3 2.3..A K.KQ..", kNotrump, {3, 3, 2, 2, 2}},
    {"AT8.3.. 543.4.. K97...A QJ.Q2..", kNotrump, {4, 4, 4, 4, 4}},
    {"AT9.3.. 543.4.. K87...A QJ.Q2..", kNotrump, {4, 4, 4, 4, 4}},
    {"..8.A3 .9..T9 2.8..8 ..Q.QJ", kNotrump, {3, 2, 2, 2, 2}},
    {".AJ.J92. .KQ.QT.A A.3.K6.J ..43.T95", kNotrump, {5, 3, 5, 3, 3}},
    {".AJ.J96. .KQ.QT.A A.3.K2.J ..43.T95", kNotrump, {4, 3, 4, 3, 3}},
    {"A92.AJ.. Q8.987.. 3.54.65. K65.KQ..", kDiamonds, {5, 5, 4, 4, 4}},
};

void is_known(const Figure& figure) {
    const Hands hands = parse(figure.hands);
    const auto [tricks, free_east, free_west, free_both, tops] = plain_squeeze(hands, figure.strain, kSouth);
    check::that(tricks == figure.values.tricks);
    check::that(free_east == figure.values.free_east);
    check::that(free_west == figure.values.free_west);
    check::that(free_both == figure.values.free_both);
    check::that(tops == figure.values.tops);
    check::that(cash(hands, figure.strain) == tops);
}

}  // namespace

int main() {
    for (const Figure& figure : kFigures) is_known(figure);
    check::that(cash(parse("K98..A32.T 54..54.543 AT6.A.K86. QJ7..QJ7.A"), kNotrump) == 5);

    // A finesse, a ruff, and a ruff that is overruffed.
    check::that(cash(parse("AQ... .32.. 32... KJ..."), kNotrump) == 1);
    check::that(cash(parse("AQ... .32.. 32... KJ..."), kNotrump, {.finesses = true}) == 2);
    check::that(cash(parse("..2.3 .32.. .4..2 .A..A"), kDiamonds) == 0);
    check::that(cash(parse("..2.3 .32.. .4..2 .A..A"), kDiamonds, {.ruffs = true}) == 1);
    check::that(cash(parse("..2.3 2..3. .4..2 .A..A"), kDiamonds, {.ruffs = true}) == 0);

    constexpr int kEndings = 300, kCards = 4;
    std::mt19937_64 random(1);
    for (int i = 0; i < kEndings; ++i) {
        const Hands hands = random_hands(random, kCards);
        const int strain = static_cast<int>(random() % 5), leader = static_cast<int>(random() % 4);
        const SqueezeValues plain = plain_squeeze(hands, strain, leader);
        const Position position{.hands = hands, .strain = strain, .leader = leader};
        check::that(cash_tricks(position, {}) == plain.tops);
        check::that(plain_tricks(position, {.blanks_east = kAlways, .blanks_west = kAlways}) ==
                    plain.free_both);
    }
    return check::report(6 * 7 + 6 + 2 * kEndings);
}
