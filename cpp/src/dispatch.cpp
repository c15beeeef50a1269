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

#ifdef OVERTRICK_HAS_BMI2
namespace {

// Every instruction set that the BMI2 copy is compiled with.
bool machine_runs_bmi2_copy() {
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("popcnt");
}

}  // namespace
#endif

Dealer::~Dealer() = default;

std::unique_ptr<Dealer> make_dealer([[maybe_unused]] bool portable_only) {
#ifdef OVERTRICK_HAS_BMI2
    if (!portable_only && machine_runs_bmi2_copy()) return bmi2::new_dealer();
#endif
    return portable::new_dealer();
}

}  // namespace overtrick
