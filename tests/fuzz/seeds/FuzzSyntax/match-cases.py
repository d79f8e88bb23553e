match x:
  case 1 +: pass
  case {a: 1}: pass
  case [*a, *b]: pass
