print "hello %s" % x
exec "foo"
