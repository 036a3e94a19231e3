; Checks in IR that was given as such: a handler by itself, behind a branch either way round, and one with a phi behind it.
; verdict: violated
; error: out-of-bounds
; error: shift-range
; native: no
source_filename = "instrumented.c"
target triple = "x86_64-pc-linux-gnu"
@name = private constant { i16, i16, [9 x i8] } { i16 -1, i16 0, [9 x i8] c"'int[3]'\00" }
@data = private global { { i8*, i32, i32 }, i8*, i8* } { { i8*, i32, i32 } zeroinitializer, i8* bitcast ({ i16, i16, [9 x i8] }* @name to i8*), i8* null }
declare void @__ubsan_handle_out_of_bounds(i8*, i64)
declare void @__ubsan_handle_shift_out_of_bounds_abort(i8*, i64, i64)
declare i32 @nondet_int()
define i32 @main() {
entry:
  %a = alloca { [3 x i32], i32 }
  %f = getelementptr { [3 x i32], i32 }, { [3 x i32], i32 }* %a, i64 0, i32 0
  store { [3 x i32], i32 } zeroinitializer, { [3 x i32], i32 }* %a
  %i = call i32 @nondet_int()
  %big = icmp ugt i32 %i, 2
  br i1 %big, label %bad, label %good
bad:
  %w = zext i32 %i to i64
  call void @__ubsan_handle_out_of_bounds(i8* bitcast ({ { i8*, i32, i32 }, i8*, i8* }* @data to i8*), i64 %w)
  br label %good
good:
  %at = getelementptr [3 x i32], [3 x i32]* %f, i64 0, i32 %i
  %v = load i32, i32* %at
  %zero = icmp eq i32 %v, 0
  br i1 %zero, label %end, label %shift
shift:
  call void @__ubsan_handle_shift_out_of_bounds_abort(i8* null, i64 0, i64 0)
  unreachable
end:
  %r = phi i32 [ 1, %good ]
  %s = shl i32 %r, %i
  %t = shl i32 %s, 32
  ret i32 %t
}
