//! Test cases in a folder: one for each error of a run, or a whole suite.
//!
//! Oblivious to how inputs are found. Invariant: a test case names its program from the root and says how it was built,
//! so that it is replayed from anywhere; `test000001.ktest` and its twin `test000001.json` hold the same inputs.

use crate::cli::{Format, Talk};
use crate::error::UserError;
use crate::folder::TestFolder;
use crate::native::BuildTarget;
use crate::output;
use plica_report::{ErrorReport, ExitStatus, Expected, InputValue, ProgramInfo, Suite, TestCase};
use std::path::PathBuf;

/// The test case with these inputs, with everything that a replay needs.
pub fn test_case(program: &BuildTarget, inputs: &[InputValue], label: &str, expected: Option<Expected>) -> TestCase {
    let name = program.inputs.first().map(|input| input.display().to_string()).unwrap_or_default();
    let absolute = |path: &PathBuf| std::fs::canonicalize(path).unwrap_or_else(|_| path.clone()).display().to_string();
    let mut test = TestCase::from_inputs(&name, inputs);
    test.objects.extend(program.files.iter().cloned());
    TestCase {
        label: label.to_owned(),
        expected,
        program: Some(ProgramInfo {
            inputs: program.inputs.iter().map(absolute).collect(),
            clang_args: program.clang_args.clone(),
            entry: program.entry.clone(),
            entry_params: program.entry_params.clone(),
        }),
        ..test
    }
}

/// The test case of an error.
pub fn of_error(program: &BuildTarget, error: &ErrorReport) -> TestCase {
    let expected = Expected { kind: error.kind, file: error.location.file.clone(), line: error.location.line };
    test_case(program, &error.inputs, &error.message, Some(expected))
}

/// Writes every test of a suite that is not written yet into a folder, in its order, and notes where it is.
pub fn write(folder: &TestFolder, suite: &mut Suite, program: &BuildTarget) -> Result<(), UserError> {
    for i in 0..suite.tests.len() {
        let test = &suite.tests[i];
        let written = test.shows.and_then(|e| suite.report.errors.get(e)?.test.clone());
        if let Some(file) = written {
            suite.written(i, file);
            continue;
        }
        let cut = if test.cut { " (not followed to its end)" } else { "" };
        let case = test_case(program, &test.inputs, &format!("{}{cut}", test.label), suite.expected(test));
        let case = TestCase { ending: test.ending.clone(), ..case };
        let file = folder.write(&case)?;
        suite.written(i, file);
    }
    Ok(())
}

/// Writes a suite, says what it is, and gives the exit status that goes with it: the one of its report.
pub fn finish(
    folder: Option<&TestFolder>,
    mut suite: Suite,
    program: &BuildTarget,
    format: Format,
    talk: Talk,
) -> Result<ExitStatus, UserError> {
    folder.map_or(Ok(()), |folder| write(folder, &mut suite, program))?;
    output::print_suite(&suite, format, talk)?;
    Ok(ExitStatus::from(suite.report.verdict))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_report::{ErrorKind, InputShape, InputSource, Location, Report, Stats, SuiteTest, read_test_json};

    fn input(value: u8, source: InputSource) -> InputValue {
        let shape = InputShape::Int { bits: 32, signed: true };
        InputValue { name: "n".into(), source, shape, bytes: vec![value, 0, 0, 0], ..InputValue::default() }
    }

    fn suite() -> Suite {
        let place = Location { file: "/no/such/a.c".into(), line: 3, column: 5, function: "f".into() };
        let mut error = ErrorReport::new(ErrorKind::DivisionByZero, "divides by zero", place);
        error.inputs = vec![input(7, InputSource::Call), input(1, InputSource::Uninitialized)];
        let report = Report::decide(vec![error], vec![], Stats::default());
        let inputs = vec![input(2, InputSource::Argument(1))];
        Suite::new(vec![SuiteTest { label: "f, line 12".into(), inputs, ..SuiteTest::default() }], report, 5, 6)
    }

    fn program() -> BuildTarget {
        let clang_args = vec!["-DN=3".into()];
        BuildTarget {
            inputs: vec!["/no/such/a.c".into()],
            clang_args,
            entry: None,
            entry_params: vec![],
            files: vec![],
        }
    }

    #[test]
    fn a_suite_is_written_as_errors_are() {
        let folder = tempfile::tempdir().unwrap();
        let mut suite = suite();
        write(&TestFolder::open(folder.path()).unwrap(), &mut suite, &program()).unwrap();
        let mut files: Vec<String> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        assert_eq!(files, ["test000001.json", "test000001.ktest", "test000002.json", "test000002.ktest"]);
        // The error of the report names the test that shows it.
        let second = folder.path().join("test000002.ktest").display().to_string();
        assert_eq!(suite.report.errors[0].test, Some(second.clone()));
        assert_eq!(suite.tests[1].file, Some(second.clone()));
        // Reading it back gives what a replay needs.
        let test = output::read_test(std::path::Path::new(&second)).unwrap();
        assert_eq!(test, of_error_without_label(&suite.report.errors[0]));
        let twin = std::fs::read_to_string(folder.path().join("test000001.json")).unwrap();
        let twin = read_test_json(&twin).unwrap();
        assert_eq!((twin.label.as_str(), twin.expected), ("f, line 12", None));
        assert_eq!(twin.objects[0].name, "argv[1]");
        assert_eq!(twin.program.map(|p| p.clang_args), Some(vec!["-DN=3".to_owned()]));
    }

    /// What a `.ktest` and the parts of its twin that a replay reads say of an error.
    fn of_error_without_label(error: &ErrorReport) -> TestCase {
        let mut test = of_error(&program(), error);
        assert_eq!(test.objects.len(), 1, "no run can be given memory that is never written");
        test.label.clear();
        for object in &mut test.objects {
            object.type_name.clear();
            object.value.clear();
        }
        test
    }

    #[test]
    fn a_folder_that_is_gone_is_named() {
        let gone = tempfile::tempdir().unwrap();
        let folder = TestFolder::open(gone.path()).unwrap();
        gone.close().unwrap();
        let error = write(&folder, &mut suite(), &program()).unwrap_err();
        assert!(error.to_string().contains("/test000001.json"), "{error}");
    }
}
