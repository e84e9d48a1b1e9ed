import { describe, expect, it } from 'vitest'
import { noDetails, paymentDetailRows } from '#modules/orders/payment-details.ts'

const textsOf = (details: Partial<typeof noDetails>) =>
	paymentDetailRows({ ...noDetails, ...details }).map(({ label, value }) => `${label}: ${value}`)

describe('the details of a payment', () => {
	it('are listed as far as they are known', () => {
		expect(textsOf({})).toEqual([])
		expect(
			textsOf({ codigo_autorizacion: '1213', tipo_tarjeta: 'debito', ultimos_digitos: '6623', cuotas: 0 }),
		).toEqual(['Código de autorización: 1213', 'Tipo de pago: Débito', 'Tarjeta: terminada en 6623'])
	})

	it.each([
		[{ tipo_cuotas: 'sin_cuotas', cuotas: 0 }, 'Cuotas: Sin cuotas'],
		[{ tipo_cuotas: 'sin_interes', cuotas: 3, monto_cuota: 9997 }, 'Cuotas: 3 cuotas sin interés de $9.997'],
		[{ tipo_cuotas: 'con_interes', cuotas: 12 }, 'Cuotas: 12 cuotas con interés'],
		[{ cuotas: 1 }, 'Cuotas: Sin cuotas'],
	] as const)('name the instalments of %j', (instalments, text) => {
		expect(textsOf({ tipo_tarjeta: 'credito', medio: 'visa', ...instalments })).toEqual([
			'Tipo de pago: Crédito · visa',
			text,
		])
	})
})
