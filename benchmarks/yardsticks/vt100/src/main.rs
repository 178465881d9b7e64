//! What a program in Rust would use: the vt100 crate for the screen, portable-pty for the terminal. Prints the seconds it took.
//! usage: vt100-yardstick alone ROWS COLS HISTORY FILE | pty ROWS COLS HISTORY PROGRAM ARGS...
//! HISTORY: so many rows that leave at the top are kept.
use portable_pty::{native_pty_system, CommandBuilder, PtySize};
use std::{env, error::Error, fs, io::Read, process, time::Instant};

const CHUNK: usize = 65_536;

/// The file is in memory before the clock starts.
fn alone(mut parser: vt100::Parser, file: &str) -> Result<f64, Box<dyn Error>> {
    let bytes = fs::read(file)?;
    let start = Instant::now();
    for chunk in bytes.chunks(CHUNK) {
        parser.process(chunk);
    }
    let seconds = start.elapsed().as_secs_f64();
    require_end(&parser)?;
    Ok(seconds)
}

/// From before the program starts until its terminal is closed and all of it is parsed.
fn through_pty(mut parser: vt100::Parser, program: &[String]) -> Result<f64, Box<dyn Error>> {
    let (rows, cols) = parser.screen().size();
    let start = Instant::now();
    let pair = native_pty_system().openpty(PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    })?;
    let mut command = CommandBuilder::new(&program[0]);
    command.args(&program[1..]);
    let mut child = pair.slave.spawn_command(command)?;
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader()?;
    let mut buffer = vec![0; CHUNK];
    loop {
        let count = reader.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        parser.process(&buffer[..count]);
    }
    let seconds = start.elapsed().as_secs_f64();
    child.wait()?;
    require_end(&parser)?;
    Ok(seconds)
}

/// A time counts only if the last line was seen.
fn require_end(parser: &vt100::Parser) -> Result<(), Box<dyn Error>> {
    if parser.screen().contents().contains("THE-END-OF-IT") {
        return Ok(());
    }
    Err("the last line is not on the screen".into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [mode, rows, cols, history, rest @ ..] = &args[..] else {
        process::exit(2)
    };
    let parser = vt100::Parser::new(rows.parse()?, cols.parse()?, history.parse()?);
    let seconds = match (mode.as_str(), rest) {
        ("alone", [file]) => alone(parser, file)?,
        ("pty", [_, ..]) => through_pty(parser, rest)?,
        _ => process::exit(2),
    };
    println!("{seconds:.6}");
    Ok(())
}
