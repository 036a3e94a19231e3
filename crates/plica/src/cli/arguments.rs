//! `--args` and `--arg`: the arguments of `main`, in the order of the command line.
//!
//! Oblivious to what becomes of them. Invariant: an argument stands where its option does among the others of its kind.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::options::{Argument, Arguments};
use super::values;

const LENGTHS: &str = "args";
const TEXT: &str = "arg";
const HEADING: &str = "What is analysed";

/// What the two options say, if any of them is there.
#[derive(Debug)]
pub(super) struct ArgumentFlags(pub Option<Arguments>);

impl Args for ArgumentFlags {
    fn augment_args(command: Command) -> Command {
        let lengths = Arg::new(LENGTHS)
            .long(LENGTHS)
            .value_name("LEN,LEN,...|..NxLEN")
            .value_parser(values::arguments)
            .action(ArgAction::Append)
            .help_heading(HEADING)
            .help(
                "Give main symbolic arguments: as many as there are lengths, each of at most so many bytes; or any \
                 number up to N (..3x8)",
            );
        let text = Arg::new(TEXT)
            .long(TEXT)
            .value_name("TEXT")
            .value_parser(clap::value_parser!(OsString))
            .action(ArgAction::Append)
            .allow_hyphen_values(true)
            .help_heading(HEADING)
            .help("Give main this argument; with --args (LEN,...) the order of the options is that of the arguments");
        command.arg(lengths).arg(text)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ArgumentFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let places = |name| matches.indices_of(name).into_iter().flatten();
        let lengths = matches.get_many::<Arguments>(LENGTHS).into_iter().flatten().cloned();
        let text = |text: &OsString| Arguments::Each(vec![Argument::Text(text.clone().into_vec())]);
        let texts = matches.get_many::<OsString>(TEXT).into_iter().flatten().map(text);
        let mut all: Vec<_> = places(LENGTHS).zip(lengths).chain(places(TEXT).zip(texts)).collect();
        all.sort_by_key(|(place, _)| *place);
        let mut each = Vec::new();
        for (_, given) in &all {
            match given {
                Arguments::Each(more) => each.extend(more.iter().cloned()),
                Arguments::UpTo { .. } if all.len() == 1 => return Ok(ArgumentFlags(Some(given.clone()))),
                Arguments::UpTo { .. } => {
                    let why = "`--args ..NxLEN` says of all arguments how many there are: give no others beside it\n";
                    return Err(clap::Error::raw(clap::error::ErrorKind::ArgumentConflict, why));
                }
            }
        }
        Ok(ArgumentFlags((!all.is_empty()).then_some(Arguments::Each(each))))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
