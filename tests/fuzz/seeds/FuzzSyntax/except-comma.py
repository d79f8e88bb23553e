try: x
except A, B: pass
