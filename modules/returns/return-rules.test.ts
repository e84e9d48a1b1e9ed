import { describe, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import {
	askProblem,
	daysLeft,
	lastDays,
	moneyUntil,
	type Remedy,
	returnedUnits,
} from '#modules/returns/return-rules.ts'

const delivered = (moment: string, wasConfirmed = true) =>
	lastDays({ handedOver: new Date(moment), wasConfirmed, repairs: [] })

const asked = { tipo: 'retracto', opcion: 'devolucion' } as const

describe('lastDays', () => {
	it('counts 10 days of Santiago from the hand-over, and 90 without a written confirmation', () => {
		expect(delivered('2026-11-20T15:00:00Z')).toEqual({ retracto: '2026-11-30', garantia: '2027-05-20' })
		expect(delivered('2026-11-20T15:00:00Z', false).retracto).toBe('2027-02-18')
	})

	it('adds the days of a repair to the warranty alone', () => {
		const repairs = [{ from: new Date('2027-01-04T15:00:00Z'), to: new Date('2027-01-11T15:00:00Z') }]
		const days = lastDays({ handedOver: new Date('2026-11-20T15:00:00Z'), wasConfirmed: true, repairs })
		expect(days).toEqual({ retracto: '2026-11-30', garantia: '2027-05-27' })
	})
})

describe('askProblem', () => {
	it.each([
		// Summer time, UTC-3: midnight of Santiago is 03:00 in UTC.
		['2026-11-20T15:00:00Z', '2026-12-01T02:59:59Z', '2026-12-01T03:00:00Z'],
		// Delivered at 23:30 of the 20th, which is the 21st in UTC.
		['2026-11-21T02:30:00Z', '2026-12-01T02:59:59Z', '2026-12-01T03:00:00Z'],
		// The clock goes back in the night to 5 April 2026: delivered at UTC-3, ends at UTC-4.
		['2026-03-30T15:00:00Z', '2026-04-10T03:59:59Z', '2026-04-10T04:00:00Z'],
		// The clock goes forward in the night to 6 September 2026: delivered at UTC-4, ends at UTC-3.
		['2026-09-01T15:00:00Z', '2026-09-12T02:59:59Z', '2026-09-12T03:00:00Z'],
	])('accepts day 10 at 23:59 and refuses day 11 at 00:00 in Santiago, delivered %s', (handedOver, last, after) => {
		const days = delivered(handedOver)
		expect(askProblem(asked, days, new Date(last))).toBeUndefined()
		expect(daysLeft(days.retracto, new Date(last))).toBe(0)
		expect(askProblem(asked, days, new Date(after))).toMatchObject({ failure: 'retracto_vencido' })
	})

	it('accepts a warranty claim until the last day of the warranty', () => {
		const days = delivered('2026-11-20T15:00:00Z')
		for (const opcion of ['devolucion', 'cambio', 'reparacion'] as const) {
			expect(askProblem({ tipo: 'garantia', opcion }, days, new Date('2027-05-20T20:00:00Z'))).toBeUndefined()
		}
		const late = askProblem({ tipo: 'garantia', opcion: 'cambio' }, days, new Date('2027-05-21T12:00:00Z'))
		expect(late).toMatchObject({ failure: 'garantia_vencida' })
	})

	it('gives money alone for a withdrawal', () => {
		const days = delivered('2026-11-20T15:00:00Z')
		const now = new Date('2026-11-21T15:00:00Z')
		expect(askProblem({ ...asked, opcion: 'cambio' }, days, now)).toMatchObject({ failure: 'valor_invalido' })
	})
})

it('owes money within 45 days of the notice, and none for a courtesy, an exchange or a repair', () => {
	// 23:30 of 20 November in Santiago.
	const notice = new Date('2026-11-21T02:30:00Z')
	expect(dayIn(notice)).toBe('2026-11-20')
	expect(moneyUntil('retracto', 'devolucion', notice)).toBe('2027-01-04')
	expect(moneyUntil('garantia', 'devolucion', notice)).toBe('2027-01-04')
	expect(moneyUntil('cortesia', 'devolucion', notice)).toBeNull()
	expect(moneyUntil('garantia', 'cambio', notice)).toBeNull()
})

it('counts announced units, then those received, but none of an annulled return or a finished repair', () => {
	const line = (cantidad: number, recibida: number | null) => [{ posicion: 0, cantidad, recibida }]
	const one = (estado: 'pedido' | 'recibido' | 'cerrado' | 'anulado', recibida: number | null, opcion: Remedy) =>
		returnedUnits([{ estado, opcion, lineas: line(2, recibida) }], 0)
	expect(one('pedido', null, 'devolucion')).toBe(2)
	expect(one('recibido', 1, 'devolucion')).toBe(1)
	expect(one('cerrado', 1, 'cambio')).toBe(1)
	expect(one('anulado', null, 'devolucion')).toBe(0)
	expect(one('recibido', 2, 'reparacion')).toBe(2)
	expect(one('cerrado', 2, 'reparacion')).toBe(0)
})
