// A failed test runs once more, alone: `npm test` is red only for repeated failures, and names the flaky ones.
import { existsSync, readFileSync } from 'node:fs'

/** More failures than this are not flaky, and are not repeated. */
export const mostRepeated = 20

export const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/**
 * Returns failed files and tests of vitest's JSON report, each test as `<file> > <full name>`. A file that failed outside
 * its tests (an import, a hook) is in `tests` by its name alone.
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

/** Returns every test of a Playwright JSON report with its last outcome, named `<project> <file> > <title>`. */
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

export function failedJourneys(report) {
	return (report?.suites ?? [])
		.flatMap((suite) => journeysOf(suite))
		.filter(({ status }) => status === 'unexpected')
		.map(({ name }) => name)
}

/** Splits first failures by their repetition: `red` fails the run, `flaky` is only printed. */
export function judgeRepeated(first, second) {
	const again = new Set(second)
	const flaky = first.filter((name) => !again.has(name))
	return { red: [...again], flaky }
}
