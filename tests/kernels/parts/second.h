#ifndef SECOND_H
#define SECOND_H
#include "first.h"
inline int first_and_second(void) { return 2; }
#endif
