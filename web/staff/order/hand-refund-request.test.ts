import { describe, expect, it } from 'vitest'
import { handRefundOf } from '#web/staff/order/hand-refund-request.ts'

const limits = { left: 29_990, first: '2026-11-01', today: '2026-11-20' }
const typed = { monto: '10.000', medio: 'transferencia', fecha: '2026-11-20', referencia: ' 4417 ' }

describe('handRefundOf', () => {
	it('writes down a part, how it went back and when', () => {
		expect(handRefundOf(typed, limits)).toEqual({
			monto: 10_000,
			medio: 'transferencia',
			fecha: '2026-11-20',
			referencia: '4417',
		})
		expect(handRefundOf({ ...typed, monto: '29990', referencia: '' }, limits)).toMatchObject({ referencia: '' })
	})

	it.each([
		[{ monto: '29991' }, 'monto', 'Se pueden devolver hasta $29.990.'],
		[{ monto: '0' }, 'monto', 'Escribe cuántos pesos devolviste.'],
		[{ monto: 'todo' }, 'monto', 'Escribe cuántos pesos devolviste.'],
		[{ medio: '' }, 'medio', 'Elige cómo lo devolviste.'],
		[{ fecha: '' }, 'fecha', 'Elige el día en que lo devolviste.'],
		[{ fecha: '2026-11-21' }, 'fecha', 'La fecha tiene que estar entre el día de la orden y hoy.'],
		[{ fecha: '2026-10-31' }, 'fecha', 'La fecha tiene que estar entre el día de la orden y hoy.'],
	])('says what is wrong with %j', (wrong, field, problem) => {
		expect(handRefundOf({ ...typed, ...wrong }, limits)).toEqual({ field, problem })
	})
})
