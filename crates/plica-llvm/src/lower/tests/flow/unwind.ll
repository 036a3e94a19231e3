@plica_no_exception = global i64 0
@plica_raised = global ptr @plica_no_exception
@_ZTIi = external constant ptr
@_ZTIc = external constant ptr
define ptr @plica_landing() {
  ret ptr null
}
define i32 @plica_clause(ptr %e, ptr %type, i32 %number, i32 %selector) {
  ret i32 0
}
define i1 @plica_allows(ptr %e, ptr %type, i1 %allowed) {
  ret i1 0
}
define i32 @plica_filter(ptr %e, i1 %allowed, i32 %number, i32 %selector) {
  ret i32 0
}
define void @plica_raise(ptr %e) {
  ret void
}
declare i32 @quiet(i32)
declare i32 @personality(...)
declare i32 @llvm.eh.typeid.for(ptr)
define i32 @passes(i32 %n) {
  %q = call i32 @quiet(i32 %n)
  call void @plica_raise(ptr null)
  %r = add i32 %q, 1
  ret i32 %r
}
define i32 @trusted(i32 %n) nounwind {
  %r = call i32 @passes(i32 %n) nounwind
  ret i32 %r
}
define i32 @catches(i32 %n, ptr %f) personality ptr @personality {
  %r = invoke i32 @passes(i32 %n) to label %done unwind label %pad
done:
  %s = invoke i32 %f() to label %more unwind label %other
more:
  %q = invoke i32 @quiet(i32 %n) to label %end unwind label %other
end:
  ret i32 %q
pad:
  %l = landingpad { ptr, i32 } cleanup catch ptr @_ZTIi catch ptr null
  %selector = extractvalue { ptr, i32 } %l, 1
  %id = call i32 @llvm.eh.typeid.for(ptr @_ZTIi)
  %is = icmp eq i32 %selector, %id
  br i1 %is, label %caught, label %goes
caught:
  ret i32 7
goes:
  resume { ptr, i32 } %l
other:
  %e = phi i32 [ 1, %done ], [ 2, %more ]
  %k = landingpad { ptr, i32 } filter [2 x ptr] [ptr @_ZTIi, ptr @_ZTIc] filter [0 x ptr] zeroinitializer
  ret i32 %e
}
define i32 @ends(i32 %n) nounwind personality ptr @personality {
  invoke void @plica_raise(ptr null) to label %never unwind label %pad
never:
  unreachable
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 1
}
