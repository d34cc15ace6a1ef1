#ifndef FIRST_H
#define FIRST_H
#include "second.h"
#endif
