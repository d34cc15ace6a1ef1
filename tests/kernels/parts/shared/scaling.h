#pragma once
#define SCALED(x) ((x)*2)
