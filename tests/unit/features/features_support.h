// What the tests of features share: a device, and features of synthetic benchmarks on it.
#pragma once

#include "lmtune/features/features.h"
#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_source.h"

namespace lmtune {

inline DeviceInfo some_device() {
  DeviceInfo d;
  d.compute_units = 10;
  d.local_bytes = d.unit_local_bytes = 48 * 1024;
  d.cache_bytes = 1 << 20;
  d.unit_items = 2048;
  d.unit_groups = 32;
  return d;
}

/// Each lane of 32 reads a row of its own of 64 floats, in chunks of 16; 4 units along y share it.
inline TemplateParameters row_per_lane() {
  TemplateParameters p;
  p.home = HomePattern::kYReuseRow;
  p.trips_inner = 64;
  p.chunk_inner = 16;
  p.units_x = p.units_y = 128;
  p.local_x = 32;
  p.local_y = 4;
  return p;
}

inline FeatureVector features_of(const TemplateParameters& p) {
  const Benchmark b = make_synthetic(p, template_source());
  return compute_features(summarise(trace_synthetic(p), b), b, *b.plan, some_device());
}

}  // namespace lmtune
