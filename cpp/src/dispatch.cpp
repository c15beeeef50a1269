// Chooses, once per object, between the two copies of the compiled code.
#include "overtrick/dealer.hpp"
#include "overtrick/double_dummy.hpp"

namespace overtrick {

namespace portable {
std::unique_ptr<Dealer> new_dealer();
std::unique_ptr<DoubleDummy> new_double_dummy(std::size_t bytes);
}  // namespace portable

#ifdef OVERTRICK_HAS_BMI2
namespace bmi2 {
std::unique_ptr<Dealer> new_dealer();
std::unique_ptr<DoubleDummy> new_double_dummy(std::size_t bytes);
}  // namespace bmi2

namespace {

// Every instruction set that the BMI2 copy is compiled with.
bool machine_runs_bmi2_copy() {
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("avx2");
}

}  // namespace
#endif

Dealer::~Dealer() = default;
DoubleDummy::~DoubleDummy() = default;

std::unique_ptr<Dealer> make_dealer([[maybe_unused]] bool portable_only) {
#ifdef OVERTRICK_HAS_BMI2
    if (!portable_only && machine_runs_bmi2_copy()) return bmi2::new_dealer();
#endif
    return portable::new_dealer();
}

std::unique_ptr<DoubleDummy> make_double_dummy(std::size_t bytes, [[maybe_unused]] bool portable_only) {
#ifdef OVERTRICK_HAS_BMI2
    if (!portable_only && machine_runs_bmi2_copy()) return bmi2::new_double_dummy(bytes);
#endif
    return portable::new_double_dummy(bytes);
}

}  // namespace overtrick
