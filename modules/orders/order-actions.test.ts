import { expect, it } from 'vitest'
import { type MetodoPago, metodosPago } from '#core/rules/payment-methods.ts'
import { datesFor, type Estado, estados } from '#modules/orders/estado.ts'
import { actionsFor, canDo } from './order-actions.ts'

it.each<[Estado, MetodoPago, string[]]>([
	['pendiente', 'transferencia', ['confirmar_transferencia', 'cancelar']],
	['en_revision', 'transferencia', ['confirmar_transferencia', 'rechazar_comprobante', 'cancelar']],
	['fallida', 'transferencia', ['confirmar_transferencia', 'cancelar']],
	['pendiente', 'efectivo', ['entregar', 'cancelar']],
	['pendiente', 'mercadopago', ['cancelar']],
	['pagada', 'flow', ['entregar', 'cancelar']],
	['completado', 'webpay', ['cancelar']],
	['cancelado', 'transferencia', []],
])('offers for a %s order by %s the actions %j', (estado, metodoPago, actions) => {
	expect(
		actionsFor({
			estado,
			metodo_pago: metodoPago,
			atencion: null,
			pagada_at: null,
			entrega_detenida: false,
			devolvible: 0,
			devolvible_a_mano: 0,
		}),
	).toEqual(actions)
})

it('offers to deliver all the same, instead of delivering, while its money stops the delivery', () => {
	const held = {
		estado: 'pagada',
		metodo_pago: 'mercadopago',
		atencion: null,
		pagada_at: null,
		entrega_detenida: true,
		devolvible: 0,
		devolvible_a_mano: 0,
	} as const
	expect(actionsFor(held)).toEqual(['entregar_igual', 'cancelar'])
})

it('offers to confirm the transfer of a delivered order until it is paid', () => {
	const delivered = {
		estado: 'completado',
		metodo_pago: 'transferencia',
		atencion: null,
		entrega_detenida: false,
		devolvible: 0,
		devolvible_a_mano: 0,
	} as const
	expect(canDo('confirmar_transferencia', { ...delivered, pagada_at: null })).toBe(true)
	expect(canDo('confirmar_transferencia', { ...delivered, pagada_at: new Date() })).toBe(false)
})

it('offers refunds only of captured money, and resolves only a case', () => {
	for (const estado of estados) {
		for (const metodo_pago of metodosPago) {
			const actions = actionsFor({
				estado,
				metodo_pago,
				atencion: 'monto_distinto',
				pagada_at: null,
				entrega_detenida: false,
				devolvible: 1,
				devolvible_a_mano: 1,
			})
			expect(actions).toContain('devolver')
			expect(actions).toContain('devolver_a_mano')
			expect(actions).toContain('resolver_caso')
		}
	}
})

it('sets the day of payment once, and clears it when the order is not paid after all', () => {
	const now = new Date('2026-11-20T12:00:00Z')
	const paid = { pagada_at: new Date('2026-11-01T12:00:00Z'), expires_at: null }
	const waiting = { pagada_at: null, expires_at: new Date('2026-11-20T12:30:00Z') }
	expect(datesFor('pagada', waiting, now)).toEqual({ pagada_at: now, expires_at: null })
	expect(datesFor('completado', paid, now)).toEqual(paid)
	expect(datesFor('cancelado', paid, now)).toEqual(paid)
	expect(datesFor('cancelado', waiting, now).pagada_at).toBeNull()
	for (const estado of ['pendiente', 'en_revision', 'fallida'] as const) {
		expect(datesFor(estado, paid, now).pagada_at).toBeNull()
	}
	expect(datesFor('pendiente', waiting, now)).toEqual(waiting)
	expect(datesFor('pendiente', { ...waiting, expires_at: now }, now).expires_at).toBeNull()
	expect(datesFor('en_revision', waiting, now).expires_at).toBeNull()
})

it('accepts a single action exactly when it is among all that apply', () => {
	const order = {
		estado: 'pagada',
		metodo_pago: 'flow',
		atencion: null,
		pagada_at: null,
		entrega_detenida: false,
		devolvible: 0,
		devolvible_a_mano: 0,
	} as const
	expect(canDo('entregar', order)).toBe(true)
	expect(canDo('devolver', order)).toBe(false)
})
