import { describe, expect, it } from 'vitest'
import type { DeliveryCost } from '#web/delivery/use-delivery-quote.ts'
import { type CheckoutForm, emptyForm } from '#web/orders/checkout-form.ts'
import { noProblems, checkoutProblems as problemsOf, wrongReceptorField } from '#web/orders/checkout-problems.ts'

const form = { ...emptyForm, telefono: '912345678', calle: 'Av. Providencia 2124' }

const checkoutProblems = (of: CheckoutForm, cost: DeliveryCost, asksBuyer = false) => problemsOf(of, cost, asksBuyer)

describe('what the checkout asks to mend', () => {
	it('is nothing when phone and address are there', () => {
		expect(checkoutProblems(form, { state: 'none' })).toEqual(noProblems)
	})

	it('is a phone that has not 9 digits', () => {
		expect(checkoutProblems({ ...form, telefono: '12345678' }, { state: 'none' }).telefono).toBe(
			'Debe tener exactamente 9 dígitos.',
		)
	})

	it('is an address that is missing or unknown, in home delivery only', () => {
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

	it('is the number of a house that is not plain, in home delivery only', () => {
		const unclear = { state: 'unclear_number', text: '¿Qué número es?' } as const
		expect(checkoutProblems(form, unclear)).toMatchObject({ calle: '', numero: '¿Qué número es?' })
		expect(checkoutProblems({ ...form, tipo_entrega: 'retiro' }, unclear).numero).toBe('')
	})

	it('is what a factura lacks, and the buyer only where the law asks for one', () => {
		const none = { state: 'none' } as const
		const factura = checkoutProblems({ ...form, documento: 'factura' }, none)
		expect(Object.keys(factura.receptor)).toEqual(['rut', 'razon_social', 'giro', 'direccion', 'comuna'])
		expect(wrongReceptorField(factura)).toBe('rut')
		const buyer = checkoutProblems({ ...form, comprador: { rut: '12.345.678-5', nombre: '' } }, none, true)
		expect(buyer.receptor).toEqual({ nombre: 'Escribe el nombre de quien compra.' })
		expect(wrongReceptorField(buyer)).toBe('nombre')
		expect(wrongReceptorField(checkoutProblems(form, none))).toBeUndefined()
	})
})
