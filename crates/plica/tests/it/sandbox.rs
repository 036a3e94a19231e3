//! What `plica check` does to the machine on which it runs while the program that it executes opens, writes, removes,
//! connects, sends, signals and starts things: nothing.
//!
//! plica runs under `strace`, which records the system calls of it and of all that it starts. Oblivious to verdicts:
//! where a program gets to no end the test is as strict. Invariant: what compilers do in folders of their own is the
//! only thing that is let through.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use super::common::Folder;

/// What every program of these is about: names of files that the folder has and such as it has not.
const NAMES: &[&str] = &["kept.txt", "made.txt", "moved.txt", "inner", "touched.txt"];

const C: &str = r#"
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void files(void) {
    FILE *kept = fopen("kept.txt", "r+");
    if (kept) fputs("overwritten", kept), fclose(kept);
    FILE *made = fopen("made.txt", "w");
    if (made) fputs("made", made), fclose(made);
    int opened = open("touched.txt", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (opened >= 0) write(opened, "x", 1), close(opened);
    mkdir("inner", 0700);
    chmod("kept.txt", 0);
    rename("kept.txt", "moved.txt");
    remove("kept.txt");
}

static void network(void) {
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(9)};
    there.sin_addr.s_addr = htonl(0x7f000001);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s >= 0 && connect(s, (struct sockaddr *)&there, sizeof there) == 0) send(s, "hello", 5, 0);
}

int main(void) {
    files();
    network();
    kill(getppid(), SIGUSR2);
    if (system("touch touched.txt") == 7) return 1;
    execlp("touch", "touch", "touched.txt", (char *)0);
    return 0;
}
"#;

const CPP: &str = r#"
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

int main() {
    std::string name = "made";
    name += ".txt";
    try {
        if (std::FILE *file = std::fopen(name.c_str(), "w")) { std::fputs("made", file); std::fclose(file); }
        std::remove("kept.txt");
        throw std::runtime_error(name);
    } catch (const std::exception &e) {
        return std::system("touch touched.txt") == 7;
    }
}
"#;

const RUST: &str = r#"
use std::io::Write;

fn main() {
    if let Ok(mut file) = std::fs::File::create("made.txt") {
        let _ = file.write_all(b"made");
    }
    let _ = std::fs::remove_file("kept.txt");
    let _ = std::fs::create_dir("inner");
}
"#;

/// The files of a folder with what they hold, and their permissions.
fn contents(folder: &Path) -> BTreeMap<String, (Vec<u8>, String)> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let described = entries.map(|entry| {
        let bytes = std::fs::read(entry.path()).unwrap_or_default();
        let permissions = format!("{:?}", entry.metadata().unwrap().permissions());
        (entry.file_name().to_string_lossy().into_owned(), (bytes, permissions))
    });
    described.collect()
}

/// The program that a recorded `execve` starts.
fn started(call: &str) -> Option<&str> {
    let path = call.split_once("execve(\"")?.1.split_once('"')?.0;
    path.rsplit('/').next()
}

/// What is wrong about a recorded system call.
fn complaint(call: &str) -> Option<&'static str> {
    if call.contains("AF_INET") || call.contains("sendto(") || call.contains("connect(") {
        return Some("reaches for the network");
    }
    if call.contains("SIGUSR2") && (call.contains("kill(") || call.contains("tkill(")) {
        return Some("sends a signal");
    }
    let compilers = |name: &str| ["plica", "clang", "rustc", "llvm-", "true"].iter().any(|tool| name.starts_with(tool));
    if call.ends_with("= 0") && started(call).is_some_and(|name| !compilers(name)) {
        return Some("starts a program");
    }
    NAMES.iter().any(|name| call.contains(&format!("{name}\""))).then_some("touches a file of the program")
}

fn check_in_a_sandbox(source: &str, text: &str) {
    let Ok(version) = Command::new("strace").arg("--version").output() else {
        panic!("this test needs strace on PATH: `./x test` installs it");
    };
    assert!(version.status.success(), "strace does not run here");
    let (folder, log) = (Folder::new(), Folder::new());
    folder.write("kept.txt", "kept");
    folder.write(source, text);
    let before = contents(&folder.0);
    let log = log.0.join("log");
    let output = Command::new("strace")
        .args(["-f", "-qq", "-s", "200", "-e", "trace=%file,%network,%process,kill,tkill,tgkill", "-o"])
        .arg(&log)
        .arg(env!("CARGO_BIN_EXE_plica"))
        .args(["check", "--time-limit", "30s", source])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{}{shown}", String::from_utf8_lossy(&output.stderr));
    let calls = std::fs::read_to_string(&log).unwrap();
    assert!(calls.contains(source), "strace recorded nothing");
    for call in calls.lines() {
        assert_eq!(complaint(call), None, "{call}");
    }
    assert_eq!(contents(&folder.0), before);
}

#[test]
fn a_c_program_does_nothing_to_the_machine() {
    check_in_a_sandbox("program.c", C);
}

#[test]
fn a_cpp_program_does_nothing_to_the_machine() {
    check_in_a_sandbox("program.cpp", CPP);
}

#[test]
fn a_rust_program_does_nothing_to_the_machine() {
    check_in_a_sandbox("program.rs", RUST);
}

#[test]
fn what_reaches_out_is_seen() {
    assert_eq!(complaint("7 execve(\"/usr/bin/touch\", [\"touch\"], 0x7f /* 3 vars */) = 0"), Some("starts a program"));
    assert_eq!(complaint("7 execve(\"/usr/bin/clang-14\", [\"clang\"], 0x7f /* 3 vars */) = 0"), None);
    assert_eq!(complaint("7 openat(AT_FDCWD, \"made.txt\", O_RDWR) = 3"), Some("touches a file of the program"));
    assert_eq!(complaint("7 socket(AF_INET, SOCK_STREAM, 0) = 3"), Some("reaches for the network"));
    assert_eq!(complaint("7 kill(1, SIGUSR2) = 0"), Some("sends a signal"));
}
