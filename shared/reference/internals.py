# SPDX-License-Identifier: Apache-2.0
# Names that tests of JAX, NumPy and Triton reach for.
### jax__src_pallas_mosaic_gpu_interpret_interpret_pallas_call
import jax._src.pallas.mosaic_gpu.interpret.interpret_pallas_call as module

print(module.Races is not None)
#> True
### jax__src_pallas_mosaic_gpu_interpret_params
import jax._src.pallas.mosaic_gpu.interpret.params as module

print(module.InterpretGPUParams is not None)
#> True
print(module.set_gpu_interpret_mode is not None)
#> True
### jax_extend_backend
import jax.extend.backend as module

print(module.get_default_device is not None)
#> True
print(module.get_backend is not None)
#> True
print(module.backends is not None)
#> True
print(module.default_backend is not None)
#> True
### jax__src_test_util
import jax._src.test_util as module

print(module.parameterized is not None)
#> True
print(module.device_under_test is not None)
#> True
print(module.is_device_cuda is not None)
#> True
print(module.is_device_rocm is not None)
#> True
print(module.is_device_tpu is not None)
#> True
print(module.is_device_tpu_at_least is not None)
#> True
print(module.is_cuda_compute_capability_equal is not None)
#> True
print(module.is_cuda_version_at_least is not None)
#> True
print(module.is_running_under_pytest is not None)
#> True
print(module.is_cloud_tpu is not None)
#> True
print(module.is_se_tpu is not None)
#> True
print(module.jaxlib_version is not None)
#> True
print(module.run_on_devices is not None)
#> True
print(module.skip_under_pytest is not None)
#> True
print(module.thread_unsafe_test is not None)
#> True
print(module.thread_unsafe_test_class is not None)
#> True
print(module.ignore_warning is not None)
#> True
print(module.with_config is not None)
#> True
print(module.parameterized_filterable is not None)
#> True
print(module.sample_product is not None)
#> True
print(module.NumpyRngMixin is not None)
#> True
print(module.dtype_str is not None)
#> True
print(module.default_tolerance is not None)
#> True
print(module.supported_dtypes is not None)
#> True
print(module.numpy_version is not None)
#> True
print(module.is_optimized_build is not None)
#> True
print(module.is_test_rbe is not None)
#> True
print(module.device_supports_buffer_donation is not None)
#> True
print(module.is_cloud_tpu_at_least is not None)
#> True
print(module.if_cloud_tpu_at_least is not None)
#> True
print(module.is_libtpu_at_least is not None)
#> True
print(module.setup_hypothesis is not None)
#> True
print(module.pytest_mark_if_available is not None)
#> True
print(module.request_cpu_devices is not None)
#> True
print(module.skip_on_flag is not None)
#> True
print(module.count_jit_tracing_cache_miss is not None)
#> True
print(module.cases_from_list is not None)
#> True
print(module.default_gradient_tolerance is not None)
#> True
print(module.CudaArchSpecificTest is not None)
#> True
print(module.capture_stdout is not None)
#> True
print(module.set_env is not None)
#> True
### jax__src_dtypes
import jax._src.dtypes as module

print(module.canonicalize_dtype is not None)
#> True
print(module.default_int_dtype is not None)
#> True
print(module.default_uint_dtype is not None)
#> True
print(module.default_float_dtype is not None)
#> True
print(module.itemsize_bits is not None)
#> True
print(module.bit_width is not None)
#> True
print(module.dtype is not None)
#> True
print(module.bfloat16 is not None)
#> True
### jax__src_config
import jax._src.config as module

print(module.config_with_absl is not None)
#> True
print(module.update is not None)
#> True
print(module.State is not None)
#> True
print(module.bool_state is not None)
#> True
print(module.int_state is not None)
#> True
print(module.string_state is not None)
#> True
print(module.optional_string_state is not None)
#> True
print(module.debug_nans is not None)
#> True
print(module.debug_infs is not None)
#> True
print(module.log_compiles is not None)
#> True
print(module.disable_jit is not None)
#> True
print(module.check_tracer_leaks is not None)
#> True
print(module.default_device is not None)
#> True
print(module.default_prng_impl is not None)
#> True
print(module.default_matmul_precision is not None)
#> True
print(module.threefry_partitionable is not None)
#> True
print(module.softmax_custom_jvp is not None)
#> True
print(module.traceback_filtering is not None)
#> True
print(module.include_full_tracebacks_in_locations is not None)
#> True
print(module.dynamic_shapes is not None)
#> True
print(module.transfer_guard is not None)
#> True
print(module.enable_compilation_cache is not None)
#> True
print(module.use_shardy_partitioner is not None)
#> True
print(module.jax_pallas_use_mosaic_gpu is not None)
#> True
print(module.pallas_use_mosaic_gpu is not None)
#> True
### jax__src_core
import jax._src.core as module

print(module.Tracer is not None)
#> True
print(module.Primitive is not None)
#> True
print(module.get_aval is not None)
#> True
print(module.shaped_abstractify is not None)
#> True
print(module.typeof is not None)
#> True
print(module.is_constant_dim is not None)
#> True
print(module.is_constant_shape is not None)
#> True
print(module.is_empty_shape is not None)
#> True
print(module.canonicalize_shape is not None)
#> True
print(module.concrete_or_error is not None)
#> True
print(module.jaxpr_as_fun is not None)
#> True
### jax_core
import jax.core as module

print(module.ShapedArray is not None)
#> True
### jax_errors
import jax.errors as module

print(module.JAXTypeError is not None)
#> True
print(module.JAXIndexError is not None)
#> True
print(module.TracerArrayConversionError is not None)
#> True
print(module.TracerIntegerConversionError is not None)
#> True
print(module.NonConcreteBooleanIndexError is not None)
#> True
print(module.UnexpectedTracerError is not None)
#> True
print(module.KeyReuseError is not None)
#> True
### jax_experimental_hijax
import jax.experimental.hijax as module

print(module.MutableHiType is not None)
#> True
print(module.HiPrimitive is not None)
#> True
print(module.VJPHiPrimitive is not None)
#> True
print(module.HiPspec is not None)
#> True
print(module.MappingSpec is not None)
#> True
print(module.Box is not None)
#> True
print(module.register_hitype is not None)
#> True
### jax_interpreters_ad
import jax.interpreters.ad as module

print(module.not_mapped is not None)
#> False
print(module.primitive_jvps is not None)
#> True
print(module.primitive_transposes is not None)
#> True
print(module.custom_jvps is not None)
#> True
print(module.defjvp is not None)
#> True
print(module.deflinear2 is not None)
#> True
print(module.defvectorized is not None)
#> True
print(module.moveaxis is not None)
#> True
### jax_interpreters_partial_eval
import jax.interpreters.partial_eval as module

print(module.custom_staging_rules is not None)
#> True
print(module.partial_eval_jaxpr_custom_rules is not None)
#> True
print(module.dce_rules is not None)
#> True
### jax_monitoring
import jax.monitoring as module

print(module.record_event is not None)
#> True
print(module.record_event_duration_secs is not None)
#> True
print(module.register_event_listener is not None)
#> True
print(module.register_event_duration_secs_listener is not None)
#> True
print(module.clear_event_listeners is not None)
#> True
### jax_sharding
import jax.sharding as module

print(module.AxisType is not None)
#> True
print(module.AbstractMesh is not None)
#> True
print(module.Sharding is not None)
#> True
print(module.SingleDeviceSharding is not None)
#> True
### jax__src_state_indexing
import jax._src.state.indexing as module

print(module.NDIndexer is not None)
#> True
### jax__src_state_primitives
import jax._src.state.primitives as module

print(module.ref_get is not None)
#> True
print(module.ref_set is not None)
#> True
print(module.ref_swap is not None)
#> True
print(module.AbstractRef is not None)
#> True
### jax__src_typing
import jax._src.typing as module

print(module.Array is not None)
#> True
print(module.ArrayLike is not None)
#> True
print(module.DTypeLike is not None)
#> True
print(module.DType is not None)
#> True
print(module.DTypeLikeInexact is not None)
#> True
print(module.DTypeLikeFloat is not None)
#> True
print(module.ExtendedDType is not None)
#> True
print(module.Shape is not None)
#> True
print(module.StaticScalar is not None)
#> True
print(module.DimSize is not None)
#> True
### jax__src_util
import jax._src.util as module

print(module.partition_list is not None)
#> True
print(module.merge_lists is not None)
#> True
print(module.split_list is not None)
#> True
print(module.unzip2 is not None)
#> True
print(module.safe_map is not None)
#> True
print(module.safe_zip is not None)
#> True
### jax_typing
import jax.typing as module

print(module.ArrayLike is not None)
#> True
print(module.DTypeLike is not None)
#> True
### numpy_core__buffers
import numpy.core._buffers as module

print(module.ArrayMemory is not None)
#> True
### numpy_compat
import numpy.compat as module

print(module.os_PathLike is not None)
#> True
print(module.os_fspath is not None)
#> True
print(module.long is not None)
#> True
print(module.integer_types is not None)
#> True
print(module.basestring is not None)
#> True
print(module.unicode is not None)
#> True
print(module.bytes is not None)
#> True
print(module.strchar is not None)
#> True
print(module.asbytes is not None)
#> True
print(module.asstr is not None)
#> True
print(module.asunicode is not None)
#> True
print(module.is_pathlib_path is not None)
#> True
print(module.isfileobj is not None)
#> True
### numpy_testing__private_utils
import numpy.testing._private.utils as module

print(module.requires_memory is not None)
#> True
### numpy_core__umath_tests
import numpy.core._umath_tests as module

print(module.test_signature is not None)
#> True
print(module.inner1d is not None)
#> True
print(module.innerwt is not None)
#> True
print(module.matrix_multiply is not None)
#> True
print(module.matmul is not None)
#> True
print(module.cumsum is not None)
#> True
print(module.cross1d is not None)
#> True
print(module.euclidean_pdist is not None)
#> True
print(module.det is not None)
#> True
print(module.slogdet is not None)
#> True
### _py_abc
import _py_abc as module

print(module.ABCMeta is not None)
#> True
print(module.get_cache_token is not None)
#> True
### torch_nn__reduction
import torch.nn._reduction as module

print(module.legacy_get_string is not None)
#> True
### triton__filecheck
import triton._filecheck as module

print(module.MatchError is not None)
#> True
print(module.run_parser is not None)
#> True
print(module.run_filecheck is not None)
#> True
print(module.run_filecheck_test is not None)
#> True
print(module.filecheck_test is not None)
#> True
### triton__internal_testing
import triton._internal_testing as module

print(module.int_dtypes is not None)
#> True
print(module.uint_dtypes is not None)
#> True
print(module.integral_dtypes is not None)
#> True
print(module.float_dtypes is not None)
#> True
print(module.float_dtypes_with_bfloat16 is not None)
#> True
print(module.dtypes is not None)
#> True
print(module.dtypes_with_bfloat16 is not None)
#> True
print(module.torch_float8_dtypes is not None)
#> True
print(module.torch_dtypes is not None)
#> True
print(module.tma_dtypes is not None)
#> True
print(module.is_interpreter is not None)
#> True
print(module.get_current_target is not None)
#> True
print(module.is_cuda is not None)
#> True
print(module.is_ampere_or_newer is not None)
#> True
print(module.is_hopper_or_newer is not None)
#> True
print(module.is_hopper is not None)
#> True
print(module.is_blackwell is not None)
#> True
print(module.is_blackwell_ultra is not None)
#> True
print(module.is_sm12x is not None)
#> True
print(module.is_hip is not None)
#> True
print(module.is_hip_cdna is not None)
#> True
print(module.is_hip_cdna2 is not None)
#> True
print(module.is_hip_cdna3 is not None)
#> True
print(module.is_hip_cdna4 is not None)
#> True
print(module.is_hip_rdna is not None)
#> True
print(module.is_hip_rdna3 is not None)
#> True
print(module.is_hip_rdna4 is not None)
#> True
print(module.is_hip_gfx12 is not None)
#> True
print(module.is_hip_gfx1250 is not None)
#> True
print(module.is_hip_mi200 is not None)
#> True
print(module.is_hip_mi300 is not None)
#> True
print(module.is_hip_mi350 is not None)
#> True
print(module.is_xpu is not None)
#> True
print(module.get_hip_lds_size is not None)
#> True
print(module.get_arch is not None)
#> True
print(module.supports_tma is not None)
#> True
print(module.supports_ws is not None)
#> True
print(module.tma_skip_msg is not None)
#> True
print(module.requires_tma is not None)
#> True
print(module.numpy_random is not None)
#> True
print(module.to_triton is not None)
#> True
print(module.to_numpy is not None)
#> True
print(module.str_to_triton_dtype is not None)
#> True
print(module.torch_dtype_name is not None)
#> True
print(module.default_alloc_fn is not None)
#> True
print(module.unwrap_tensor is not None)
#> True
### indexers
import numpy as np
from jax._src.state.indexing import NDIndexer
from jax.experimental import pallas as pl

index: NDIndexer = NDIndexer.from_indices_shape((0, pl.ds(2, 4), ...), (3, 8, 5))
print(index.get_indexer_shape())
#> (4, 5)
index = NDIndexer.from_indices_shape((slice(0, 8, 2), np.arange(3)), (8, 5))
print(index.get_indexer_shape())
#> (3, 4)
try:
    NDIndexer.from_indices_shape((9,), (3,))
except ValueError as error:
    print(error)
#> Out of bound indexer: idx=9, dim=3.
