// One source, compiled for two kinds of processor.
//
// Everything that does the work is compiled once for any machine and, on x86-64, once more with
// BMI2. The build names the copy in OVERTRICK_TARGET, and all shared code lives in a namespace of
// that name, so that the linker can never hand an inline function compiled with BMI2 to the copy
// that must run without it. Interfaces (abstract classes over plain integers) stay outside.
#pragma once

#ifndef OVERTRICK_TARGET
#define OVERTRICK_TARGET portable
#endif
