// A test that fails is run once more, alone, after all others: `npm test` is red only for what fails again, and names what passes then.
import { existsSync, readFileSync } from 'node:fs'

/** More failures than this are no flaky tests: nothing is repeated. */
export const mostRepeated = 20

/** The parsed JSON report at `path`, or undefined where the runner wrote none. */
export const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/**
 * Files and tests that failed in a report of vitest's JSON reporter, each test as `<file> > <full name>`. A file that failed outside
 * of its tests (an import, a hook) is listed in `tests` by its name alone.
 */
export function failedUnits(report) {
	const files = (report?.testResults ?? []).filter(
		({ status, assertionResults }) => status === 'failed' || assertionResults.some((test) => test.status === 'failed'),
	)
	const tests = files.flatMap(({ name, assertionResults }) => {
		const failed = assertionResults.filter((test) => test.status === 'failed')
		return failed.length === 0 ? [name] : failed.map((test) => `${name} > ${test.fullName}`)
	})
	return { files: files.map(({ name }) => name), tests }
}

/** Every test of a Playwright JSON report with its last outcome, named `<project> <file> > <title>`. */
function journeysOf(suite, titles = []) {
	const path = suite.title === suite.file ? titles : [...titles, suite.title]
	const own = (suite.specs ?? []).flatMap((spec) =>
		spec.tests.map((test) => ({
			name: `${test.projectName} ${spec.file} > ${[...path, spec.title].filter(Boolean).join(' ')}`,
			status: test.status,
		})),
	)
	return [...own, ...(suite.suites ?? []).flatMap((inner) => journeysOf(inner, path))]
}

/** Names of the tests that failed in a report of Playwright's JSON reporter. */
export function failedJourneys(report) {
	return (report?.suites ?? [])
		.flatMap((suite) => journeysOf(suite))
		.filter(({ status }) => status === 'unexpected')
		.map(({ name }) => name)
}

/** Splits what failed at first by whether it failed again: `red` fails the run, `flaky` is only printed. */
export function judgeRepeated(first, second) {
	const again = new Set(second)
	const flaky = first.filter((name) => !again.has(name))
	return { red: [...again], flaky }
}
