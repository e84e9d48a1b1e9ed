import { expect, it } from 'vitest'
import { nextQuestionAt, nextQuestionOfPaidAt } from './reconcile.ts'

const created_at = new Date('2026-11-20T12:00:00Z')
const after = (hours: number) => new Date(created_at.getTime() + hours * 3_600_000)

it('a paid attempt is asked about each hour of its first day: it may be paid once more without anybody telling', () => {
	expect(nextQuestionOfPaidAt({ created_at }, after(0))).toEqual(after(1))
	expect(nextQuestionOfPaidAt({ created_at }, after(24))).toEqual(after(25))
	expect(nextQuestionOfPaidAt({ created_at }, after(25))).toBeNull()
})

it('an unpaid attempt is asked about ever more seldom, and never after a week', () => {
	const attempt = { created_at, expires_at: after(0.5) }
	expect(nextQuestionAt(attempt, after(0.25))).toEqual(new Date(after(0.25).getTime() + 60_000))
	// Who paid at the last moment is seen at once too.
	expect(nextQuestionAt(attempt, after(0.55))).toEqual(new Date(after(0.55).getTime() + 60_000))
	expect(nextQuestionAt(attempt, after(1))).toEqual(after(1.25))
	expect(nextQuestionAt(attempt, after(7))).toEqual(after(10))
	expect(nextQuestionAt(attempt, after(7 * 24 + 1))).toBeNull()
})
