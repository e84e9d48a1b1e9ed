import { expect, it } from 'vitest'
import { becameLate, cameLate } from '#modules/rounds/arrivals.ts'

const at = (hour: string, day = '2026-11-24') => new Date(`${day}T${hour}:00-03:00`)
const stop = { arrival: at('15:00'), promised: '2026-11-24', leftAt: at('14:00') }

it('is on time until the end of the announced hour', () => {
	expect(becameLate(stop, at('15:30'))).toBe(false)
	expect(becameLate(stop, at('15:31'))).toBe(true)
})

it('is late when the promised day ends on the way, however late it is expected', () => {
	const night = { ...stop, arrival: at('00:30', '2026-11-25'), leftAt: at('23:30') }
	expect(becameLate(night, at('23:59'))).toBe(false)
	expect(becameLate(night, at('00:01', '2026-11-25'))).toBe(true)
})

it('does not report an order that was late before the departure, or one without a promise', () => {
	expect(becameLate({ ...stop, promised: '2026-11-20' }, at('14:30'))).toBe(false)
	expect(becameLate({ ...stop, promised: undefined }, at('14:30'))).toBe(false)
})

it('is late after the announced hour, or on the day after the promised one', () => {
	expect(cameLate(stop, at('15:30'))).toBe(false)
	expect(cameLate(stop, at('15:31'))).toBe(true)
	expect(cameLate({ ...stop, promised: '2026-11-23' }, at('15:00'))).toBe(true)
	expect(cameLate({ ...stop, promised: undefined }, at('15:00'))).toBe(false)
})
