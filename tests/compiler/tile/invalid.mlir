// RUN: %tessera-opt %s -split-input-file -verify-diagnostics

// What the operations' verifiers refuse.
func.func @inner_sizes(%a: tensor<2x3xf32>, %b: tensor<4x2xf32>) {
  // expected-error @+1 {{inner sizes differ: 3 and 4}}
  %c = tile.dot %a, %b : tensor<2x3xf32>, tensor<4x2xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @slice_outside(%a: tensor<4xf32>) {
  // expected-error @+1 {{slice [2, 5] leaves axis 0 of extent 4}}
  %b = tile.slice %a[2] sizes [4] : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @not_a_permutation(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{[0, 0] is not a permutation}}
  %b = tile.transpose %a [0, 0] : tensor<2x3xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @broadcast_extent(%a: tensor<2xf32>) {
  // expected-error @+1 {{extent 2 can't become 3}}
  %b = tile.broadcast %a axes [0] : tensor<2xf32> -> tensor<3xf32>
  return
}

// -----

func.func @pieces() {
  // expected-error @+1 {{has 2 pieces for 0 values}}
  %t = tile.format ["a", "b"]
  return
}

// -----

func.func @no_such_kernel() {
  // expected-error @+1 {{launches `k`, which is not a kernel}}
  tile.launch @k grid [1] () : () -> ()
  return
}

// -----

// expected-error @+1 {{argument 0 is '!tile.ref<4xf32>', which is not the block of}}
tile.kernel @block(%x: !tile.ref<4xf32> {tile.block = #tile.block<2 of 8xf32>}) attributes {source = "pallas"} {
  tile.return
}

// -----

func.func @operands() {
  // expected-error @+1 {{has too few operands for `k`}}
  tile.launch @k grid [1] () : () -> ()
  return
}
tile.kernel @k(%n: i32) attributes {source = "triton"} {
  tile.return
}

// -----

tile.kernel @mask(%x: !tile.ref<4xf32>) attributes {source = "pallas"} {
  %m = arith.constant dense<true> : tensor<3xi1>
  // expected-error @+1 {{mask is 'tensor<3xi1>' for an access of 'tensor<4xf32>'}}
  %a = tile.load %x[0] sizes [4] mask %m : tensor<3xi1> : !tile.ref<4xf32> -> tensor<4xf32>
  tile.return
}

// -----

func.func @sort_keys(%a: tensor<4xf32>) {
  // expected-error @+1 {{has 2 keys among 1 inputs}}
  %b = tile.sort %a axis 0 {num_keys = 2} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @taken_shape(%a: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expected shape [3, 8]}}
  %b = tile.take %a[%i] axes [0] : tensor<4x8xf32>[tensor<3xi32>] -> tensor<8x3xf32>
  return
}

// -----

func.func @combine_type(%a: tensor<4xf32>) {
  // expected-error @+1 {{combines input 0, 'tensor<4xf32>', as another element type}}
  %b = tile.reduce_by %a axis 0 {
  ^bb0(%l: i32, %r: i32):
    tile.yield %l : i32
  } : (tensor<4xf32>) -> f32
  return
}

// -----

tile.kernel @order(%x: !tile.ref<?xi32> {tile.access = #tile.access<readwrite>}) attributes {source = "triton"} {
  %zero = arith.constant 0 : i32
  // expected-error @+1 {{has order `later`}}
  %old = tile.atomic_rmw add %zero, %x[%zero] {order = "later"} : i32, !tile.ref<?xi32>[i32]
  tile.return
}
