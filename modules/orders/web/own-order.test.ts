import { describe, expect, it } from 'vitest'
import { formatClp } from '#core/rules/money.ts'
import { gatewayMethods, type MetodoPago } from '#core/rules/payment-methods.ts'
import type { Estado } from '#modules/orders/estado.ts'
import type { OwnRefund, ProfileOrder } from '#modules/orders/shapes.ts'
import {
	canCancel,
	moneyBackTexts,
	orderEventText,
	orderNext,
	timelineOf,
	totalParts,
	waitingText,
	wholeOrder,
} from '#modules/orders/web/own-order.ts'

describe('what comes next', () => {
	const order = (metodo_pago: MetodoPago, estado: Estado, comprobantes: string[] = []) => ({
		metodo_pago,
		estado,
		comprobantes,
		comprobante_rechazado: null,
		pagable_hasta: estado === 'fallida' ? '2026-12-01T12:00:00.000Z' : null,
	})

	describe('the next action for an order', () => {
		it('is a payment when a gateway is pending or has refused', () => {
			for (const metodo of gatewayMethods) {
				expect(orderNext(order(metodo, 'pendiente'))).toBe('pagar')
				expect(orderNext(order(metodo, 'fallida'))).toBe('pagar')
				expect(orderNext(order(metodo, 'pagada'))).toBeUndefined()
			}
		})

		it('is a new order when a failed one can no longer be paid', () => {
			expect(orderNext({ ...order('webpay', 'fallida'), pagable_hasta: null })).toBe('pedir_de_nuevo')
		})

		it('is a proof when a transfer has none', () => {
			expect(orderNext(order('transferencia', 'pendiente'))).toBe('comprobante')
			expect(orderNext(order('transferencia', 'en_revision', ['orden-1001-comprobante-1.webp']))).toBeUndefined()
			expect(orderNext(order('transferencia', 'fallida'))).toBe('comprobante')
			expect(orderNext(order('transferencia', 'cancelado'))).toBeUndefined()
		})

		it('is another proof when staff refused the one of a transfer', () => {
			const proofs = ['orden-1001-comprobante-1.webp']
			expect(orderNext({ ...order('transferencia', 'pendiente', proofs), comprobante_rechazado: 'No se lee' })).toBe(
				'comprobante',
			)
		})

		it('is nothing for cash', () => {
			expect(orderNext(order('efectivo', 'pendiente'))).toBeUndefined()
		})
	})

	describe('canCancel', () => {
		const unpaid = { estado: 'pendiente', dinero: 'sin_pago', entrega: null } as const

		it('allows an unpaid order, and none that is paid, under review, over or on its way', () => {
			expect(canCancel(unpaid)).toBe(true)
			expect(canCancel({ ...unpaid, entrega: { estado: 'por_preparar' } })).toBe(true)
			expect(canCancel({ ...unpaid, entrega: { estado: 'en_ruta' } })).toBe(false)
			expect(canCancel({ ...unpaid, dinero: 'en_disputa' })).toBe(false)
			for (const estado of ['en_revision', 'pagada', 'completado', 'fallida', 'cancelado'] as const) {
				expect(canCancel({ ...unpaid, estado })).toBe(false)
			}
		})
	})

	describe('the timeline of an order', () => {
		it('uses the customer’s words', () => {
			expect(orderEventText({ tipo: 'creada', estado: null })).toBe('Pedido recibido')
			expect(orderEventText({ tipo: 'estado', estado: 'pagada' })).toBe('Pago confirmado')
			expect(orderEventText({ tipo: 'estado', estado: null })).toBe('Cambio de estado')
		})
	})

	describe('the start of the timeline', () => {
		const made = { tipo: 'creada', estado: null } as const
		const state = (estado: Estado) => ({ tipo: 'estado', estado }) as const

		it('is the order itself, even when its first state has the same time', () => {
			expect(timelineOf([state('pendiente'), made, state('pagada')])).toEqual([made, state('pagada')])
		})

		it('contains each state once, at its last time on the way to the present one', () => {
			const proof = { tipo: 'comprobante', estado: null } as const
			const turns = (...estados: Estado[]) => estados.map((estado, at) => ({ ...state(estado), at }))
			const shown = (...estados: Estado[]) => timelineOf(turns(...estados)).map(({ estado, at }) => [estado, at])
			expect(shown('en_revision', 'pagada', 'en_revision', 'pagada')).toEqual([
				['en_revision', 2],
				['pagada', 3],
			])
			expect(shown('pagada', 'completado', 'pagada')).toEqual([['pagada', 2]])
			expect(shown('pagada', 'cancelado', 'pagada', 'completado')).toEqual([
				['pagada', 2],
				['completado', 3],
			])
			const withProofs = [made, proof, state('en_revision'), proof, state('pagada'), state('en_revision')]
			expect(timelineOf(withProofs)).toEqual([made, proof, proof, state('en_revision')])
		})

		it('retains a later pending state', () => {
			const history = [made, state('fallida'), state('pendiente')]
			expect(timelineOf(history)).toEqual(history)
		})
	})
})

describe('moneyBackTexts', () => {
	const money = {
		estado: 'pagada',
		dinero: 'pagada',
		devoluciones: [] as OwnRefund[],
		devuelto_por_banco: 0,
		por_devolver: 0,
		metodo_pago: 'transferencia',
		entrega: {},
	} as const
	const refund = { monto: 10_000, estado: 'hecha', fecha: '2026-11-12', aceptar_hasta: null } as const
	const textsOf = (...devoluciones: OwnRefund[]) => moneyBackTexts({ ...money, devoluciones })
	const delay = 'Según tu banco o tarjeta, puede tardar unos días en aparecer.'

	it('are none without refunds and debts', () => {
		expect(moneyBackTexts(money)).toEqual([])
	})

	it('have the amount, the day and the way of each refund, and a delay unless all were in cash', () => {
		const inCash = { ...refund, via: 'efectivo' } as const
		expect(textsOf(inCash)).toEqual(['Devolvimos $10.000 el 12 nov 2026 en efectivo.'])
		expect(textsOf(inCash, { ...refund, via: 'transferencia' }).slice(1)).toEqual([
			'Devolvimos $10.000 el 12 nov 2026 por transferencia.',
			delay,
		])
		expect(textsOf({ ...refund, via: 'webpay', fecha: null })).toEqual(['Devolvimos $10.000 por Webpay Plus.', delay])
	})

	it('tell the customer what to do about a refund that is not made yet', () => {
		const pending = { ...refund, via: 'flow', estado: 'en_curso' } as const
		expect(textsOf(pending)).toEqual([
			'Pedimos a Flow el 12 nov 2026 que te devuelva $10.000. Te avisaremos por correo cuando esté hecha.',
		])
		const [text] = textsOf({ ...pending, aceptar_hasta: '2026-11-23T15:00:00.000Z' })
		expect(text).toMatch(/acepta la devolución antes del 23 nov 2026, 12:00: si nadie la acepta/)
	})

	it('say that the bank reviews a disputed payment, and that a delivery which is stopped waits', () => {
		const disputed = { ...money, dinero: 'en_disputa' } as const
		const waiting = ['Tu banco está revisando este pago; la entrega espera.']
		expect(moneyBackTexts({ ...disputed, entrega: null })).toEqual(waiting)
		expect(moneyBackTexts(disputed)).toEqual(['Tu banco está revisando este pago.'])
		expect(moneyBackTexts({ ...disputed, entrega: null, estado: 'completado' })).toHaveLength(1)
		expect(moneyBackTexts({ ...disputed, entrega: null, estado: 'completado' })).not.toEqual(waiting)
	})

	it('say that the bank returned what a lost dispute took', () => {
		expect(moneyBackTexts({ ...money, dinero: 'devuelta', devuelto_por_banco: 24_990 })).toEqual([
			'Tu banco te lo devolvió: $24.990.',
		])
	})

	it('end with what is owed and how it is refunded', () => {
		expect(moneyBackTexts({ ...money, por_devolver: 4990 })).toEqual([
			expect.stringMatching(/^Te debemos \$4\.990: .* \(Transferencia bancaria\)\..*correo/),
		])
	})
})

describe('waitingText', () => {
	const order = {
		estado: 'pendiente',
		metodo_pago: 'efectivo',
		tipo_entrega: 'retiro',
		dinero: 'sin_pago',
		total: 29_990,
		entrega: null,
	} as const

	it('says what comes next where neither an action nor a delivery does', () => {
		expect(waitingText(order)).toBe('Pagas $29.990 en efectivo al retirarlo.')
		expect(waitingText({ ...order, tipo_entrega: 'despacho' })).toContain('al recibirlo')
		expect(waitingText({ ...order, estado: 'fallida' })).toContain('no te cobramos nada')
		expect(waitingText({ ...order, estado: 'en_revision' })).toContain('Estamos revisando tu pago')
		expect(waitingText({ ...order, estado: 'cancelado' })).toContain('nada que pagar')
		expect(waitingText({ ...order, estado: 'pagada', dinero: 'pagada' })).toContain('Preparamos tu pedido')
	})

	it('is undefined where the refund, the delivery or the next action says it', () => {
		expect(waitingText({ ...order, estado: 'cancelado', dinero: 'por_devolver' })).toBeUndefined()
		expect(waitingText({ ...order, estado: 'pagada', dinero: 'pagada', entrega: {} })).toBeUndefined()
		expect(waitingText({ ...order, metodo_pago: 'webpay' })).toBeUndefined()
		expect(waitingText({ ...order, estado: 'completado', dinero: 'pagada' })).toBeUndefined()
	})
})

describe('the parts of a total', () => {
	const carrito = [{ precio: 29_990, cantidad: 2 }]

	describe('the rows between the lines and the total', () => {
		it('are empty when the lines alone are the total', () => {
			expect(totalParts({ carrito, despacho: 0, descuento: 0, total: 59_980 })).toEqual([])
		})

		it('contain delivery, discount, and changes by staff', () => {
			expect(totalParts({ carrito, despacho: 3500, descuento: 5000, total: 58_480 })).toEqual([
				['Despacho', '$3.500'],
				['Descuento', formatClp(-5000)],
			])
			expect(totalParts({ carrito, despacho: 0, descuento: 0, total: 60_000 })).toEqual([['Ajuste', '$20']])
		})
	})
})

describe('the whole order', () => {
	/** An order with the specified fields only. */
	const bare = {
		id: '7',
		nro_orden: 1007,
		total: 29_990,
		comprobante: 'comprobante.webp',
		carrito: [{ nombre: 'Premium Shaker', color: 'Negro', precio: 29_990, cantidad: 1, imagen: '/negro.webp' }],
	} as unknown as ProfileOrder

	describe('wholeOrder', () => {
		it('reads a missing estado as pendiente and a single comprobante as a list', () => {
			expect(wholeOrder(bare)).toMatchObject({
				estado: 'pendiente',
				comprobantes: ['comprobante.webp'],
				comprobantes_descarga: [],
				subtotal: 29_990,
				historia: [],
				historia_total: 0,
			})
		})

		it('leaves an order of this shop unchanged', () => {
			const whole = {
				...bare,
				...wholeOrder(bare),
				estado: 'pagada',
				subtotal: 26_490,
				comprobantes: ['a.webp', 'b.webp'],
			}
			expect(wholeOrder(whole as ProfileOrder)).toEqual(whole)
		})
	})
})
