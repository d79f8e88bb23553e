### probes_choose_another_way
# source: Python reference, 7.11 The import statement, 8.4 The try statement; ours where a name is known and not supported
try:
    import flash_attn_of_nobody
except ImportError as error:
    print(type(error).__name__, error, error.name)
try:
    from torch.parts_of_nobody import piece
except (ImportError, AttributeError) as error:
    piece = None
    print(error)
import torch
import triton.language as tl
print(piece, hasattr(torch, "a_name_of_nobody"), getattr(torch, "a_name_of_nobody", "default"))
try:
    made = tl.a_name_of_nobody
except AttributeError as error:
    print(error)
def probe():
    return torch.another_name_of_nobody
try:
    probe()
except AttributeError:
    print("asked from outside")
#> ModuleNotFoundError No module named 'flash_attn_of_nobody' flash_attn_of_nobody
#> No module named 'torch.parts_of_nobody'
#> None False default
#> module 'triton.language' has no attribute 'a_name_of_nobody'
#> asked from outside
### every_handler_of_an_import
# source: CPython 3.11
import contextlib
import importlib
def bare():
    try:
        import nobody_has_this as m
    except:
        m = None
    return m
def broad():
    try:
        from nobody_has_this.part import m
    except Exception:
        m = "broad"
    return m
def quiet():
    m = "quiet"
    with contextlib.suppress(ImportError):
        import nobody_has_this as m
    return m
def nested():
    try:
        try:
            import nobody_has_this
        except KeyError:
            return "wrong"
        finally:
            print("finally")
    except ModuleNotFoundError:
        return "nested"
def by_name():
    try:
        return importlib.import_module("nobody_has_this.part")
    except ImportError as error:
        return str(error)
print(bare(), broad(), quiet(), nested(), by_name())
print(importlib.util.find_spec("nobody_has_this") is None, importlib.util.find_spec("json") is None)
#> finally
#> None broad quiet nested No module named 'nobody_has_this'
#> True False
### generators_ask_too
# source: CPython 3.11
import torch
def names():
    try:
        import nobody_has_this
    except ImportError as error:
        yield str(error)
    for name in ["nobody", "float32"]:
        try:
            found = getattr(torch, name)
            yield name
        except AttributeError:
            yield "no " + name
    try:
        yield "before"
        from nobody_has_this import part
    except ImportError:
        yield "after"
print(list(names()))
#> ["No module named 'nobody_has_this'", 'no nobody', 'float32', 'before', 'after']
### mentions_are_no_use
# source: ours; under Python the names are there
import torch
import triton.language as tl
from transformers_of_nobody import PreTrainedModel
import pandas_of_nobody as pd
sizes = {torch.float32: 4, torch.float4_of_the_future: 0.5, torch.float6_of_the_future: 0.75}
def annotated(x: torch.FloatOfNobody, y: "PreTrainedModel" = None, z: pd.DataFrame | None = None) -> tl.float_of_nobody:
    return x
class Derived(PreTrainedModel, torch.nn.ModuleOfNobody):
    kind = "derived"
@torch.compiler_of_nobody.disable
def decorated():
    return 1
@pd.api.register(name="x")
class Registered:
    pass
print(len(sizes), sizes[torch.float32], torch.float4_of_the_future in sizes, sizes[torch.float6_of_the_future])
print(annotated(3), Derived.kind, isinstance(3, PreTrainedModel), isinstance(3, (int, Derived)), issubclass(int, (pd.DataFrame, int)))
print(torch.float32 == torch.float4_of_the_future, torch.float4_of_the_future is torch.float4_of_the_future)
try:
    raise ValueError("ordinary")
except pd.errors.EmptyDataError:
    print("wrong")
except ValueError as error:
    print(error)
#> 3 4 True 0.75
#> 3 derived False True True
#> False True
#> ordinary
### a_call_is_a_use
# source: ours
import torch
make = torch.a_function_of_nobody
print("runs to here")
try:
    make(3)
except Exception:
    print("nothing catches this")
#> runs to here
#! unknown-attribute: module 'torch' has no attribute 'a_function_of_nobody'
### an_instance_of_a_class_that_derives_is_a_use
# source: ours
from transformers_of_nobody import Model
class Mine(Model):
    pass
Mine()
#! unknown-module: No module named 'transformers_of_nobody'
### a_decorated_function_is_a_use
# source: ours
import numba_of_nobody as nb
@nb.njit(parallel=True)
def f(x):
    return x
f(1)
#! unknown-module: No module named 'numba_of_nobody'
### truth_is_a_use
# source: ours
import torch
if torch.version_of_nobody.hip:
    print("hip")
#! unknown-attribute: version_of_nobody
### a_slip_is_told_at_the_import
# source: ours
import functols
print("never")
#! unknown-module: functols
### versions_of_packages
# source: documentation of importlib.metadata
from importlib.metadata import PackageNotFoundError, version
import torch
print(version("torch") == torch.__version__)
try:
    version("flash-attn-of-nobody")
except ImportError as error:
    print(type(error).__name__, error)
#> True
#> PackageNotFoundError No package metadata was found for flash-attn-of-nobody
