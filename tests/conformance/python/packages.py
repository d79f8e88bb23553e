### versions_and_their_order
# source: PEP 440, "Summary of permitted suffixes and relative ordering"
from packaging import version
from packaging.version import Version, parse, InvalidVersion
from packaging.specifiers import SpecifierSet, Specifier, InvalidSpecifier
order = ["1.0.dev456", "1.0a1", "1.0a2.dev456", "1.0a12.dev456", "1.0a12", "1.0b1.dev456", "1.0b2", "1.0b2.post345.dev456", "1.0b2.post345", "1.0rc1.dev456", "1.0rc1", "1.0", "1.0+abc.5", "1.0+abc.7", "1.0+5", "1.0.post456.dev34", "1.0.post456", "1.1.dev1", "1!0.1"]
print(sorted(order[::-1], key=Version) == order, all(Version(a) < Version(b) for a, b in zip(order, order[1:])))
print(parse("2.1.0") >= parse("2.1"), Version("2.10") > Version("2.9"), Version("1.0") == Version("1.0.0"), hash(Version("1.0")) == hash(Version("1")), version.parse("3.0.0+cu118").release)
v = Version("v1.2.3-rc.4+Local.5"); print(v, repr(v), v.major, v.minor, v.micro, v.pre, v.is_prerelease, v.base_version, v.local, v.public, v.release, v.dev, v.post, v.epoch)
print(Version("1.0-1"), Version("1.0alpha"), Version("1.0.POST"), Version("1.0_dev3"), Version(" 1.0 "))
try: Version("french toast")
except InvalidVersion as e: print(e)
s = SpecifierSet(">=2.1,<3"); print("2.5" in s, "3.0" in s, "3.0rc1" in s, s.contains("2.1"), s.contains("2.2a1"), s.contains("2.2a1", prereleases=True), s, list(s.filter(["1", "2.1", "2.9", "3"])))
print("1.4.5" in SpecifierSet("~=1.4.2"), "1.5" in SpecifierSet("~=1.4.2"), "1.1.5" in SpecifierSet("==1.1.*"), "1.2" in SpecifierSet("!=1.1.*"), "1.7.0.post1" in SpecifierSet(">1.7"), "1.0+x" in SpecifierSet("==1.0"), "1.7.1" in Specifier(">1.7"))
try: SpecifierSet("2.1")
except InvalidSpecifier as e: print(e)
#> True True
#> True True True True (3, 0, 0)
#> 1.2.3rc4+local.5 <Version('1.2.3rc4+local.5')> 1 2 3 ('rc', 4) True 1.2.3 local.5 1.2.3rc4 (1, 2, 3) None None 0
#> 1.0.post1 1.0a0 1.0.post0 1.0.dev3 1.0
#> Invalid version: 'french toast'
#> True False False True False True <3,>=2.1 ['2.1', '2.9']
#> True False True True False True True
#> Invalid specifier: '2.1'
### platform_of_a_recorded_program
# source: ours: a program is on none of the platforms that are asked for
import platform
print(platform.system() in ("Linux", "Windows", "Darwin"), platform.python_version().startswith("3."), platform.architecture()[0], platform.machine() == "x86_64")
#> False True 64bit False
