import { describe, expect, it } from 'vitest'
import { failedJourneys, failedUnits, judgeRepeated } from './repeat-failed.mjs'

describe('failedUnits', () => {
	it('lists the failed tests of a report with their files', () => {
		const report = {
			testResults: [
				{ name: '/a.test.ts', status: 'passed', assertionResults: [{ fullName: 'a one', status: 'passed' }] },
				{
					name: '/b.test.ts',
					status: 'failed',
					assertionResults: [
						{ fullName: 'b one', status: 'passed' },
						{ fullName: 'b two', status: 'failed' },
					],
				},
			],
		}
		expect(failedUnits(report)).toEqual({ files: ['/b.test.ts'], tests: ['/b.test.ts > b two'] })
	})

	it('lists a file that failed before its tests began', () => {
		const report = { testResults: [{ name: '/c.test.ts', status: 'failed', assertionResults: [] }] }
		expect(failedUnits(report)).toEqual({ files: ['/c.test.ts'], tests: ['/c.test.ts'] })
	})

	it('lists nothing when the runner wrote no report', () => {
		expect(failedUnits(undefined)).toEqual({ files: [], tests: [] })
	})
})

describe('failedJourneys', () => {
	it('lists failed tests of nested suites with project, file and titles', () => {
		const spec = (title: string, status: string) => ({
			title,
			file: 'cart.spec.ts',
			tests: [{ projectName: 'phone', status }],
		})
		const report = {
			suites: [
				{
					title: 'cart.spec.ts',
					file: 'cart.spec.ts',
					specs: [spec('adds', 'expected')],
					suites: [{ title: 'the cart', file: 'cart.spec.ts', specs: [spec('empties', 'unexpected')] }],
				},
			],
		}
		expect(failedJourneys(report)).toEqual(['phone cart.spec.ts > the cart empties'])
	})
})

describe('judgeRepeated', () => {
	it('reports a test as red when it failed twice, and as flaky when it passed the second time', () => {
		expect(judgeRepeated(['a', 'b'], ['b'])).toEqual({ red: ['b'], flaky: ['a'] })
	})

	it('reports a test as red when it failed only in the repetition of its file', () => {
		expect(judgeRepeated(['a'], ['a', 'c'])).toEqual({ red: ['a', 'c'], flaky: [] })
	})
})
