# RUN: python3 %S/check-errors.py %tessera %s
# expect: raised 9:1 "cannot assign to field"
import dataclasses

@dataclasses.dataclass(frozen=True)
class Config:
  rows: int = 8
config = Config()
config.rows = 16
