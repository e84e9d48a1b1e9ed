import { describe, expect, it } from 'vitest'
import type { MetodoPago } from '#core/rules/payment-methods.ts'
import type { ApiAnswer } from '#core/web/session/api.ts'
import { readOutcome } from '#modules/checkout/web/use-checkout.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'

const orden_id = '0b6c3f4e-2c55-4f0e-9d0e-1f9d8a6c7b21'
const created = (data: Partial<PayableOrder> | null) =>
	({ ok: true, status: 201, data }) as ApiAnswer<PayableOrder | null>
const refused = (status: number, code: string, text: string, extra = {}, body = '') =>
	({ ok: false, status, code, text, extra, body }) as ApiAnswer<PayableOrder | null>
const outcome = (metodo: MetodoPago, answer: ApiAnswer<PayableOrder | null>) => readOutcome(metodo, answer, [])

describe('after an order was created', () => {
	it('redirects to the chosen gateway', () => {
		expect(outcome('mercadopago', created({ orden_id: 'a', init_point: 'https://mp.cl/p/1' }))).toEqual({
			kind: 'leave',
			url: 'https://mp.cl/p/1',
			orden_id: 'a',
			metodo: 'mercadopago',
		})
		expect(outcome('flow', created({ payment_url: '/simuladores/flow/1' }))).toMatchObject({ kind: 'leave' })
		expect(outcome('webpay', created({ payment_url: 'https://webpay.cl/1' }))).toMatchObject({ kind: 'leave' })
	})

	it('opens the transfer page with the order, its total and its cart', () => {
		expect(
			outcome('transferencia', created({ orden_id, nro_orden: 1043, total: 29_990, despacho: 3500, descuento: 5000 })),
		).toEqual({
			kind: 'created',
			path: '/checkout-transferencia',
			state: {
				orden_id,
				nro_orden: 1043,
				total: 29_990,
				despacho: 3500,
				descuento: 5000,
				carrito: [],
				isExpired: false,
				comprobante_rechazado: null,
			},
		})
	})

	it('opens the confirmation of a cash order', () => {
		expect(outcome('efectivo', created({ orden_id }))).toEqual({
			kind: 'created',
			path: `/checkout-success?metodo=efectivo&orden_id=${orden_id}`,
		})
	})

	it('names the missing field', () => {
		expect(outcome('mercadopago', created({ orden_id }))).toMatchObject({ text: 'No se recibió init_point' })
		expect(outcome('flow', created(null))).toMatchObject({ text: 'No se recibió el link de pago de Flow' })
		expect(outcome('transferencia', created({}))).toMatchObject({ text: 'No se recibió el ID de la orden' })
		expect(outcome('efectivo', created({}))).toMatchObject({ text: 'No se recibió el ID de la orden' })
	})

	it('redirects only to http URLs', () => {
		expect(outcome('mercadopago', created({ init_point: 'javascript:alert(1)' }))).toMatchObject({ kind: 'alert' })
	})

	it('follows no path to another host', () => {
		expect(outcome('flow', created({ payment_url: '//elsewhere.cl/pagar' }))).toMatchObject({ kind: 'alert' })
	})
})

describe('the outcome of a refused order', () => {
	it("shows the server's message for any refusal", () => {
		for (const code of ['error_interno', 'orden_no_se_paga', 'telefono_invalido', 'limite_unidades']) {
			expect(outcome('flow', refused(422, code, 'Algo falló', {}, '{"error":"Algo falló"}'))).toEqual({
				kind: 'alert',
				text: 'Error en backend: Algo falló',
			})
		}
	})

	it('leaves messages with their own advice unchanged', () => {
		for (const code of ['fuera_de_cobertura', 'solo_rm', 'pago_no_disponible', 'correo_no_aceptado']) {
			expect(outcome('flow', refused(422, code, 'Elige otro.'))).toEqual({ kind: 'alert', text: 'Elige otro.' })
		}
		expect(outcome('flow', refused(429, 'demasiadas_solicitudes', 'Espera.'))).toMatchObject({ text: 'Espera.' })
	})

	it('shows the start of a page received instead of an API answer', () => {
		const page = `<html>${'x'.repeat(5000)}</html>`
		expect(outcome('flow', refused(502, '', '', {}, page))).toEqual({
			kind: 'alert',
			text: `Error en backend: ${page.slice(0, 300)}…`,
		})
	})

	it('shows a message without an answer', () => {
		expect(outcome('flow', refused(0, 'sin_conexion', ''))).toEqual({
			kind: 'alert',
			text: 'Error al procesar el pedido',
		})
	})

	it('returns the correct amounts for confirmation', () => {
		const amounts = { total: 31_990, subtotal: 31_990, despacho: 0, descuento: 0, items: [] }
		expect(outcome('flow', refused(409, 'total_cambio', '', amounts))).toEqual({ kind: 'total', amounts })
	})

	it('names the sold-out colours and the rejected field', () => {
		expect(outcome('flow', refused(409, 'sin_stock', 'No hay stock suficiente para Negro.'))).toEqual({
			kind: 'stock',
			text: 'No hay stock suficiente para Negro.',
		})
		expect(outcome('flow', refused(422, 'direccion_desconocida', 'Elige tu dirección de la lista.'))).toMatchObject({
			kind: 'field',
			field: 'calle',
		})
	})

	it('recognizes an ended session', () => {
		expect(outcome('flow', refused(401, 'sesion_expirada', ''))).toEqual({ kind: 'expired' })
	})
})
