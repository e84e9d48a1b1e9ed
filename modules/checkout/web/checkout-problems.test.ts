import { describe, expect, it } from 'vitest'
import { checkoutProblems, emptyForm, noProblems } from '#modules/checkout/web/checkout-form.ts'

const form = { ...emptyForm, telefono: '912345678', calle: 'Av. Providencia 2124' }

describe('the problems of the checkout', () => {
	it('are empty with phone and address', () => {
		expect(checkoutProblems(form, { state: 'none' })).toEqual(noProblems)
	})

	it('include a phone without 9 digits', () => {
		expect(checkoutProblems({ ...form, telefono: '12345678' }, { state: 'none' }).telefono).toBe(
			'Debe tener exactamente 9 dígitos.',
		)
	})

	it('include a missing or unknown address, in home delivery only', () => {
		expect(checkoutProblems({ ...form, calle: ' ' }, { state: 'none' }).calle).toBe('Ingresa tu dirección de despacho.')
		expect(checkoutProblems({ ...form, calle: ', ,' }, { state: 'none' }).calle).toBe(
			'Ingresa tu dirección de despacho.',
		)
		const option = { lugar_id: 'a', texto: 'San Martín 450', detalle: 'Santiago' }
		const unknown = { state: 'unknown_address', text: 'Elige tu dirección de la lista.', opciones: [option] } as const
		expect(checkoutProblems(form, unknown).calle).toBe('Elige tu dirección de la lista.')
		// No message refers to an empty list of suggestions.
		expect(checkoutProblems(form, { ...unknown, opciones: [] }).calle).toMatch(/^No encontramos esa dirección/)
		expect(checkoutProblems({ ...form, calle: '', tipo_entrega: 'retiro' }, unknown).calle).toBe('')
	})

	it('include an unclear house number, in home delivery only', () => {
		const unclear = { state: 'unclear_number', text: '¿Qué número es?' } as const
		expect(checkoutProblems(form, unclear)).toMatchObject({ calle: '', numero: '¿Qué número es?' })
		expect(checkoutProblems({ ...form, tipo_entrega: 'retiro' }, unclear).numero).toBe('')
	})
})
