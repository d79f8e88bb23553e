# RUN: python3 %S/check-errors.py %tessera %s
# expect: value-error 3:9 "invalid literal for int()"
rows  = int('many')
