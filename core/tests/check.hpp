// The smallest test harness: CHECK says where and what failed; main returns how many did.
#pragma once

#include <cstdio>

inline int failures = 0;

#define CHECK(condition)                                                        \
    do {                                                                        \
        if (!(condition)) {                                                     \
            std::printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            ++failures;                                                         \
        }                                                                       \
    } while (false)

#define CHECK_THROWS(expression, exception)                                                           \
    do {                                                                                              \
        bool thrown = false;                                                                          \
        try {                                                                                         \
            (void)(expression);                                                                       \
        } catch (const exception&) {                                                                  \
            thrown = true;                                                                            \
        }                                                                                             \
        if (!thrown) {                                                                                \
            std::printf("%s:%d: %s did not throw %s\n", __FILE__, __LINE__, #expression, #exception); \
            ++failures;                                                                               \
        }                                                                                             \
    } while (false)
