import { describe, expect, it } from 'vitest'
import {
	type CheckoutForm,
	checkoutProblems,
	emptyForm,
	noProblems,
	readCheckoutForm,
	targetOf,
} from '#modules/checkout/web/checkout-form.ts'

const filled: CheckoutForm = {
	tipo_entrega: 'retiro',
	telefono: '912345678',
	calle: 'Av. Providencia 2124, Providencia',
	destino: { lugar_id: 'abc' },
	numero: '1203',
	cupon: 'algo',
	cupon_estado: 'invalido',
	cupon_valor: null,
	metodo_pago: 'transferencia',
}

describe('the checkout form over a reload', () => {
	it('is restored unchanged', () => {
		expect(readCheckoutForm(JSON.parse(JSON.stringify(filled)))).toEqual(filled)
	})

	it('starts with home delivery and the first gateway', () => {
		expect(readCheckoutForm(null)).toEqual(emptyForm)
		expect(emptyForm).toMatchObject({ tipo_entrega: 'despacho', metodo_pago: 'mercadopago' })
	})

	it('restores a valid code with its discount, and validates it again when the discount is unknown', () => {
		const cupon_valor = { tipo: 'porcentaje', valor: 10, minimo: 0 } as const
		const valid = { ...filled, cupon_estado: 'valido', cupon_valor } as const
		expect(readCheckoutForm(JSON.parse(JSON.stringify(valid)))).toEqual(valid)
		for (const wrong of [undefined, null, 'mucho', { ...cupon_valor, valor: -1 }, { ...cupon_valor, minimo: 0.5 }]) {
			expect(readCheckoutForm({ ...valid, cupon_valor: wrong })).toMatchObject({
				cupon_estado: 'none',
				cupon_valor: null,
			})
		}
	})

	it('rejects values that the page could not have stored', () => {
		const foreign = {
			tipo_entrega: 'dron',
			telefono: 'x',
			metodo_pago: 'oro',
			cupon_estado: 7,
			destino: 'aquí',
			calle: [],
		}
		expect(readCheckoutForm(foreign)).toEqual(emptyForm)
	})
})

describe('the target of the quote', () => {
	it('is the picked place, with any apartment', () => {
		expect(targetOf(filled)).toEqual({ lugar_id: 'abc' })
		expect(targetOf({ ...filled, calle: 'Avenida Apoquindo, Las Condes', numero: 'depto 12' })).toEqual({
			lugar_id: 'abc',
		})
	})

	it('is the house number typed beside a street picked without a number', () => {
		for (const numero of ['N° 4501', '4 501', '４５０１', 'frente al 4501', 'cuatro mil']) {
			const street = { ...filled, calle: 'Avenida Apoquindo, Las Condes', numero }
			expect(targetOf(street)).toEqual({ lugar_id: 'abc', numero })
		}
	})

	it.each(['Avenida 10 de Julio Huamachuco, Santiago', '5 de Abril, Maipú', '4 Oriente, La Florida'])(
		'is the house beside %s too, whose name contains a number',
		(calle) => {
			expect(targetOf({ ...filled, calle, numero: '1190' })).toEqual({ lugar_id: 'abc', numero: '1190' })
			const whole = `${calle.split(',')[0]} 1190`
			expect(targetOf({ ...filled, calle: whole, numero: '504' })).toEqual({ lugar_id: 'abc' })
			const typed = { ...filled, destino: undefined, calle, numero: '1190' }
			expect(targetOf(typed)).toEqual({ direccion: `${calle}, 1190` })
		},
	)

	it('is a typed address, with the house beside it when it has none', () => {
		const typed = { ...filled, destino: undefined, calle: ' Moneda 970 ' }
		for (const numero of ['', '504', 'depto 12, portón negro']) {
			expect(targetOf({ ...typed, numero })).toEqual({ direccion: 'Moneda 970' })
		}
		expect(targetOf({ ...typed, calle: 'Moneda', numero: 'N° 970' })).toEqual({ direccion: 'Moneda, N° 970' })
		for (const inside of ['portón negro', 'of. 504', 'dp 12']) {
			expect(targetOf({ ...typed, calle: 'Moneda', numero: inside })).toEqual({ direccion: 'Moneda' })
		}
		for (const calle of ['Mo', ',,,', ' , a ,']) expect(targetOf({ ...typed, calle, numero: '' })).toBeUndefined()
	})
})

describe('problems', () => {
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
			expect(checkoutProblems({ ...form, calle: ' ' }, { state: 'none' }).calle).toBe(
				'Ingresa tu dirección de despacho.',
			)
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
})
