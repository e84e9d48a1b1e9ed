import { describe, expect, it } from 'vitest'
import { arrivalDay, arrivalText } from '#modules/orders/arrival.ts'

const order = {
	tipo_entrega: 'despacho',
	estado: 'pagada',
	metodo_pago: 'webpay',
	entrega_detenida: false,
	plazo_entrega: '3 días hábiles',
	created_at: new Date('2026-11-20T15:00:00-03:00'),
	pagada_at: new Date('2026-11-27T15:00:00-03:00'),
} as const

describe('arrivalDay', () => {
	it('counts working days from the payment, without the holidays of the owner', () => {
		expect(arrivalDay(order, null)).toBe('2026-12-02')
		expect(arrivalDay(order, '01-12-2026')).toBe('2026-12-03')
	})

	it('counts from the order where it is paid at the door', () => {
		const cash = { ...order, estado: 'pendiente', metodo_pago: 'efectivo', pagada_at: null } as const
		expect(arrivalDay(cash, null)).toBe('2026-11-25')
	})

	it.each([
		{ tipo_entrega: 'retiro' },
		{ estado: 'pendiente' },
		{ estado: 'completado' },
		{ entrega_detenida: true },
		{ plazo_entrega: 'a convenir' },
	] as const)('promises no day with %j', (change) => {
		expect(arrivalDay({ ...order, ...change }, null)).toBeNull()
	})
})

describe('arrivalText', () => {
	it('names the weekday and the address', () => {
		expect(arrivalText('2026-12-02', 'Irarrázaval 2400, Depto 504')).toBe(
			'Llega a más tardar el miércoles 2 de diciembre a Irarrázaval 2400, Depto 504; ese día te decimos la hora.',
		)
		expect(arrivalText('2026-12-02')).toBe(
			'Llega a más tardar el miércoles 2 de diciembre; ese día te decimos la hora.',
		)
	})
})
