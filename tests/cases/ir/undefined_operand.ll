; verdict: violated
; error: division-by-zero
; native: no
; An undefined operand has one value for all the decisions that its command needs; once each decision made a new one, for ever.
define i32 @main() {
  %quotient = sdiv i32 7, undef
  %sum = add i32 %quotient, undef
  ret i32 %sum
}
