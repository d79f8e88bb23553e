// RUN: %tessera-opt %s --schedule-select-kernels=target=sm_12 --verify-diagnostics
// expected-error @below {{target is `sm_12`, expected one of sm_80, sm_90a [unknown-target]}}
module {}
