// Chooses, once per object, between the two copies of the compiled code.
#include "overtrick/dealer.hpp"

namespace overtrick {

namespace portable {
std::unique_ptr<Dealer> new_dealer();
}

#ifdef OVERTRICK_HAS_BMI2
namespace bmi2 {
std::unique_ptr<Dealer> new_dealer();
}
#endif

Dealer::~Dealer() = default;

std::unique_ptr<Dealer> make_dealer([[maybe_unused]] bool portable_only) {
#ifdef OVERTRICK_HAS_BMI2
    if (!portable_only && __builtin_cpu_supports("bmi2")) return bmi2::new_dealer();
#endif
    return portable::new_dealer();
}

}  // namespace overtrick
