;; A plugin written by hand. It drives a shell: looks for a prompt and for a complaint, and says hello.
;; It does not parse the JSON it is handed but looks for words in it, which is enough here; a compiled language brings a parser.
(module
  (memory (export "memory") 2)

  ;; Texts end with a zero, so that nobody has to count their length. First the names of functions:
  (data (i32.const 0x010) "exports\00")
  (data (i32.const 0x020) "classify\00")
  (data (i32.const 0x030) "say_hello\00")
  (data (i32.const 0x040) "wait_turn_matcher\00")
  ;; then what is looked for,
  (data (i32.const 0x060) "\"process_exited\":true\00")
  (data (i32.const 0x080) "not found\00")
  (data (i32.const 0x090) "$ \00")
  ;; and what is answered.
  (data (i32.const 0x100) "[\"classify\", \"say_hello\", \"wait_turn_matcher\"]\00")
  (data (i32.const 0x180) "{\"state\": \"exited\", \"evidence\": \"the shell has ended\"}\00")
  (data (i32.const 0x200) "{\"state\": \"error\", \"confidence\": 0.8, \"evidence\": \"something was not found\"}\00")
  (data (i32.const 0x280) "{\"state\": \"ready\", \"confidence\": 0.6, \"evidence\": \"there is a prompt\"}\00")
  (data (i32.const 0x300) "{\"state\": \"starting\", \"confidence\": 0.5, \"evidence\": \"there is no prompt yet\"}\00")
  (data (i32.const 0x380) "{\"actions\": [{\"type\": \"text\", \"value\": \"echo hello, world\"},"
                          " {\"type\": \"key\", \"value\": \"enter\"}], \"last_intent\": \"hello_said\"}\00")
  (data (i32.const 0x480) "{\"type\": \"screen_stable\", \"value\": {\"min_ms\": 150}}\00")
  (data (i32.const 0x500) "{\"error\": \"it has no such function\"}\00")

  ;; Free memory begins here. What a call was handed is not needed after it, so that each call begins anew.
  (global $heap i32 (i32.const 0x1000))
  (global $free (mut i32) (i32.const 0x1000))

  ;; Room for what is handed in, or 0 if there is none.
  (func $alloc (export "ptywright_alloc") (param $length i32) (result i32)
    (local $start i32) (local $pages i32)
    (local.set $start (global.get $free))
    (global.set $free (i32.add (local.get $start) (local.get $length)))
    ;; A page has 64 KiB; the page more is for $end_of, which may look past the end.
    (local.set $pages (i32.add (i32.shr_u (global.get $free) (i32.const 16)) (i32.const 2)))
    (if (i32.gt_u (local.get $pages) (memory.size))
      (then
        (if (i32.eq (memory.grow (i32.sub (local.get $pages) (memory.size))) (i32.const -1))
          (then (return (i32.const 0))))))
    (local.get $start))

  ;; Whether the text at $text stands at $at, and where it ends; 0 if it does not.
  (func $end_of (param $at i32) (param $text i32) (result i32)
    (local $letter i32)
    (loop $next
      (local.set $letter (i32.load8_u (local.get $text)))
      (if (i32.eqz (local.get $letter)) (then (return (local.get $at))))
      (if (i32.ne (local.get $letter) (i32.load8_u (local.get $at))) (then (return (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $text (i32.add (local.get $text) (i32.const 1)))
      (br $next))
    (unreachable))

  (func $contains (param $at i32) (param $end i32) (param $text i32) (result i32)
    (local $found i32)
    (loop $next
      (local.set $found (call $end_of (local.get $at) (local.get $text)))
      ;; Behind the end lies what an earlier call was handed.
      (if (local.get $found) (then (return (i32.eqz (i32.gt_u (local.get $found) (local.get $end))))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (i32.const 0))

  ;; A text as an answer: pointer << 32 | length.
  (func $answer (param $text i32) (result i64)
    (local $end i32)
    (local.set $end (local.get $text))
    (loop $next
      (local.set $end (i32.add (local.get $end) (i32.const 1)))
      (br_if $next (i32.load8_u (local.get $end))))
    (i64.or
      (i64.shl (i64.extend_i32_u (local.get $text)) (i64.const 32))
      (i64.extend_i32_u (i32.sub (local.get $end) (local.get $text)))))

  (func $classify (param $at i32) (param $end i32) (result i64)
    (if (call $contains (local.get $at) (local.get $end) (i32.const 0x060)) (then (return (call $answer (i32.const 0x180)))))
    (if (call $contains (local.get $at) (local.get $end) (i32.const 0x080)) (then (return (call $answer (i32.const 0x200)))))
    (if (call $contains (local.get $at) (local.get $end) (i32.const 0x090)) (then (return (call $answer (i32.const 0x280)))))
    (call $answer (i32.const 0x300)))

  (func $call (export "ptywright_call")
    (param $name i32) (param $name_length i32) (param $json i32) (param $json_length i32) (result i64)
    (local $name_end i32)
    (global.set $free (global.get $heap))
    (local.set $name_end (i32.add (local.get $name) (local.get $name_length)))
    (if (i32.eq (call $end_of (local.get $name) (i32.const 0x010)) (local.get $name_end))
      (then (return (call $answer (i32.const 0x100)))))
    (if (i32.eq (call $end_of (local.get $name) (i32.const 0x020)) (local.get $name_end))
      (then (return (call $classify (local.get $json) (i32.add (local.get $json) (local.get $json_length))))))
    (if (i32.eq (call $end_of (local.get $name) (i32.const 0x030)) (local.get $name_end))
      (then (return (call $answer (i32.const 0x380)))))
    (if (i32.eq (call $end_of (local.get $name) (i32.const 0x040)) (local.get $name_end))
      (then (return (call $answer (i32.const 0x480)))))
    (call $answer (i32.const 0x500))))
