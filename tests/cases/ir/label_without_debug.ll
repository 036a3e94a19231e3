; run: check --target label:bad
; verdict: violated
; error: target-reached
; native: no
; Without debug information a label is the name of a block.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
entry:
  %x = call i32 @__VERIFIER_nondet_int()
  %c = icmp eq i32 %x, 77
  br i1 %c, label %bad, label %good

bad:
  ret i32 1

good:
  ret i32 0
}
