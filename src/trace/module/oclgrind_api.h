// Oclgrind's headers. Most of them have no include guards and need common.h before them: include
// this file instead.
#pragma once

#include <oclgrind/common.h>
// After common.h.
#include <oclgrind/Context.h>
#include <oclgrind/Kernel.h>
#include <oclgrind/KernelInvocation.h>
#include <oclgrind/Memory.h>
#include <oclgrind/Plugin.h>
#include <oclgrind/Program.h>
#include <oclgrind/WorkGroup.h>
#include <oclgrind/WorkItem.h>
