import { expect, it } from 'vitest'
import { nextPollAt, nextPollOfPaidAt } from './reconcile.ts'

const created_at = new Date('2026-11-20T12:00:00Z')
const after = (hours: number) => new Date(created_at.getTime() + hours * 3_600_000)
const days = (count: number) => after(24 * count)

it('polls a paid attempt hourly on its first day, as it may be paid twice without a notification', () => {
	const attempt = { created_at, gateway: 'flow' } as const
	expect(nextPollOfPaidAt(attempt, after(0))).toEqual(after(1))
	expect(nextPollOfPaidAt(attempt, after(24))).toEqual(after(25))
})

it('polls a paid attempt for 180 days at growing intervals, as its money may be reversed without a notification', () => {
	const attempt = { created_at, gateway: 'mercadopago' } as const
	expect(nextPollOfPaidAt(attempt, after(25))).toEqual(after(49))
	expect(nextPollOfPaidAt(attempt, days(30))).toEqual(days(31))
	expect(nextPollOfPaidAt(attempt, days(31))).toEqual(days(38))
	expect(nextPollOfPaidAt(attempt, days(180))).toEqual(days(187))
	expect(nextPollOfPaidAt(attempt, days(181))).toBeNull()
})

it('polls a paid attempt of Webpay as long as it answers: a week', () => {
	const attempt = { created_at, gateway: 'webpay' } as const
	expect(nextPollOfPaidAt(attempt, days(7))).toEqual(days(8))
	expect(nextPollOfPaidAt(attempt, days(8))).toBeNull()
})

it('polls a paid attempt some seventy times in all, so that 100,000 orders in half a year are half a call a second', () => {
	let requested = 0
	for (let at: Date | null = created_at; at; at = nextPollOfPaidAt({ created_at, gateway: 'flow' }, at)) requested += 1
	expect(requested).toBeLessThan(80)
})

it('polls an unpaid attempt at growing intervals, and never after a week', () => {
	const attempt = { created_at, expires_at: after(0.5) }
	expect(nextPollAt(attempt, after(0.25))).toEqual(new Date(after(0.25).getTime() + 60_000))
	// A payment at the last moment is found at once too.
	expect(nextPollAt(attempt, after(0.55))).toEqual(new Date(after(0.55).getTime() + 60_000))
	expect(nextPollAt(attempt, after(1))).toEqual(after(1.25))
	expect(nextPollAt(attempt, after(7))).toEqual(after(10))
	expect(nextPollAt(attempt, after(7 * 24 + 1))).toBeNull()
})
