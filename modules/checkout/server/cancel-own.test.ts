import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import { correos } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { roundCalls } from '#tests/round-helpers.ts'
import { aCustomer, anOrder, aPlacedOrder, logIn, orderRow, sendOrder, stockOf } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
const boss = await theBoss(shop)
const provider = gatewayHelpers(shop, 'mercadopago')
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const quiet = { aviso: 'nunca', sin_volver: 'si' }

async function cancel(orden_id: string, customer = ana) {
	const { access } = await logIn(shop, customer.email, customer.password)
	const url = `/api/ordenes/${orden_id}/cancelar/`
	return await shop.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${access}` } })
}
const mailsOf = (orden_id: string) =>
	shop.database.db
		.select()
		.from(correos)
		.where(and(eq(correos.orden_id, orden_id), eq(correos.plantilla, 'orden_cancelada')))
const rowsOf = (orden_id: string) =>
	shop.database.db
		.select()
		.from(auditoria)
		.where(and(eq(auditoria.ref, orden_id), eq(auditoria.accion, 'cancelada')))

describe('a customer who cancels an own order', () => {
	it('returns its units and gets one mail, however often the button is pressed', async () => {
		const before = await stockOf(shop, 'Negro')
		const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
		expect(await stockOf(shop, 'Negro')).toBe(before - 1)
		const answers = [...(await Promise.all([cancel(orden_id), cancel(orden_id)])), await cancel(orden_id)]
		expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
		expect(answers[0]?.json()).toMatchObject({ id: orden_id, estado: 'cancelado', dinero: 'sin_pago' })
		expect(answers[1]?.json()).toEqual(answers[0]?.json())
		expect(await stockOf(shop, 'Negro')).toBe(before)
		const { user, ...row } = await orderRow(shop, orden_id)
		expect(row).toMatchObject({ cancelada_por: user, expires_at: null })
		expect(await mailsOf(orden_id)).toMatchObject([{ datos: { por_cliente: true, por_devolver: 0 } }])
		expect(await rowsOf(orden_id)).toMatchObject([{ usuario_id: user, antes: 'pendiente', despues: 'cancelado' }])
	})

	it('gets 404 for an order of another customer and for an unknown one', async () => {
		const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
		const other = await aCustomer(shop, 'Otra')
		expect((await cancel(orden_id, other)).json()).toMatchObject({ code: 'orden_desconocida' })
		expect((await cancel('7')).statusCode).toBe(404)
		expect(await provider.estadoOf(orden_id)).toBe('pendiente')
	})

	it('gets 404 for an order of another customer without a request to its gateway', async () => {
		const { orden_id } = await aPlacedOrder(shop, ana)
		const other = await aCustomer(shop, 'Otra')
		await provider.faults({ tipo: '500' })
		const answers = [await cancel(orden_id, other), await provider.payAgain(other, orden_id)]
		expect(await provider.faultsLeft()).toBe(1)
		await provider.faults()
		expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
	})

	it('gets 409 for a paid order, and for one under review', async () => {
		const review = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
		await boss.send('PUT', `/api/admin_ordenes/${review.orden_id}/`, { estado: 'en_revision' })
		const paid = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
		await boss.send('POST', `/api/admin_ordenes/${paid.orden_id}/confirmar_transferencia/`, {})
		for (const { orden_id } of [review, paid]) {
			const answer = await cancel(orden_id)
			expect([answer.statusCode, answer.json().code]).toEqual([409, 'orden_no_se_cancela'])
			expect(await orderRow(shop, orden_id)).toMatchObject({ stock_tomado: true })
		}
	})

	it('gets 409 while a courier brings it', async () => {
		const rounds = roundCalls(shop, boss, ana)
		const orden_id = await rounds.toBring(0)
		const round = await rounds.plan(orden_id)
		await rounds.leave(round)
		expect((await cancel(orden_id)).json()).toMatchObject({ code: 'orden_no_se_cancela' })
	})
})

it.each(['mercadopago', 'transferencia', 'efectivo'] as const)(
	'is not answered as placed when the request of a cancelled %s order is repeated',
	async (metodo_pago) => {
		const { access } = await logIn(shop, ana.email, ana.password)
		const key = randomUUID()
		const send = async () => await sendOrder(shop, { ...ana, access }, anOrder({ metodo_pago }), key)
		expect((await cancel((await send()).json().orden_id)).statusCode).toBe(200)
		const again = await send()
		expect([again.statusCode, again.json().code]).toEqual([409, 'orden_no_se_paga'])
	},
)

describe('a payment at the gateway', () => {
	it('that was made before the cancellation pays the order', async () => {
		const order = await aPlacedOrder(shop, ana)
		await pay(order.init_point, 'Aprobar pago', quiet)
		expect((await cancel(order.orden_id)).statusCode).toBe(409)
		expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
		expect(await mailsOf(order.orden_id)).toEqual([])
	})

	it('that is pending prevents the cancellation', async () => {
		const order = await aPlacedOrder(shop, ana)
		await pay(order.init_point, 'Dejar pendiente', quiet)
		const answer = await cancel(order.orden_id)
		expect([answer.statusCode, answer.json().error]).toEqual([409, expect.stringContaining('en proceso')])
		expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
	})

	it('that comes after the cancellation is a case for staff', async () => {
		const order = await aPlacedOrder(shop, ana)
		expect((await cancel(order.orden_id)).statusCode).toBe(200)
		await pay(order.init_point, 'Aprobar pago', quiet)
		await provider.runReconciler()
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'orden_cancelada' })
		expect(await provider.paymentsOf(order.orden_id)).toMatchObject([{ destino: 'caso' }])
	})

	it('that comes at the same time pays the order or is a case, and is never lost', async () => {
		const order = await aPlacedOrder(shop, ana)
		const [answer] = await Promise.all([cancel(order.orden_id), pay(order.init_point, 'Aprobar pago', quiet)])
		await provider.runReconciler()
		const { estado, atencion } = await orderRow(shop, order.orden_id)
		const isCancelled = answer.statusCode === 200
		expect([estado, atencion]).toEqual(isCancelled ? ['en_revision', 'orden_cancelada'] : ['pagada', null])
	})

	it('that the gateway does not tell of prevents the cancellation', async () => {
		const order = await aPlacedOrder(shop, ana)
		await provider.faults({ tipo: '500', veces: 10 })
		const answer = await cancel(order.orden_id)
		await provider.faults()
		expect([answer.statusCode, answer.json().code]).toEqual([502, 'pago_no_disponible'])
		expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
		// The last read has no answer: it is repeated after 5 s.
		expect((await cancel(order.orden_id)).statusCode).toBe(502)
		shop.clock.advanceMinutes(1)
		expect((await cancel(order.orden_id)).statusCode).toBe(200)
	})
})
