import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { correos } from '#modules/orders/tables.ts'
import {
	reconcileRefundNotification,
	reconcileRefunds,
	remindOfRefunds,
} from '#modules/payments/server/reconcile-refunds.ts'
import { aShop } from '#tests/a-shop.ts'
import { refundHelpers } from '#tests/failures/refund-helpers.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { returnFromGateway } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, cartLine, logIn, orderRow } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')

const days = (count: number) => shop.clock.advanceMinutes(count * 24 * 60)

/** An order paid at Flow with a full refund. */
async function aRefundedOrder() {
	const provider = gatewayHelpers(shop, 'flow')
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'flow', carrito: [cartLine('Celeste')] })
	await returnFromGateway(shop, await pay(order.payment_url ?? '', 'Aprobar pago', { aviso: 'nunca' }))
	expect((await provider.refund(order.orden_id, order.total)).statusCode).toBe(200)
	return order
}

const mailsOf = async (orderId: string) =>
	(await shop.database.db.select().from(correos).where(eq(correos.orden_id, orderId))).filter(({ plantilla }) =>
		plantilla.startsWith('devolucion_'),
	)

async function byTransfer(orderId: string) {
	const [refund] = await gatewayHelpers(shop, 'flow').refundsOf(orderId)
	const { access } = await logIn(shop, staffLogin.email, staffLogin.password)
	return await shop.app.inject({
		method: 'POST',
		url: `/api/admin_ordenes/${orderId}/devolver_por_transferencia/`,
		headers: { authorization: `Bearer ${access}` },
		payload: { devolucion_id: refund?.id },
	})
}

it('mails a Flow refund to the customer at once and two days before it lapses, and then opens a case', async () => {
	const { orden_id, total } = await aRefundedOrder()
	const [mail] = await mailsOf(orden_id)
	expect(mail).toMatchObject({ plantilla: 'devolucion_por_aceptar', destinatario: ana.email })
	expect((await byTransfer(orden_id)).statusCode).toBe(409)
	await remindOfRefunds(shop.payments)
	days(7)
	await remindOfRefunds(shop.payments)
	expect(await mailsOf(orden_id)).toHaveLength(1)
	days(1.5)
	await remindOfRefunds(shop.payments)
	await remindOfRefunds(shop.payments)
	const reminders = (await mailsOf(orden_id)).filter(({ datos }) => (datos as { recordatorio?: boolean }).recordatorio)
	expect(reminders).toHaveLength(1)

	days(1.6)
	await reconcileRefunds(shop.payments)
	expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: 'devolucion_vencida' })
	const { refundsOf, refund } = gatewayHelpers(shop, 'flow')
	expect(await refundsOf(orden_id)).toMatchObject([{ estado: 'rechazada' }])
	// The money is the shop's again, so it can be refunded again.
	expect((await refund(orden_id, total)).statusCode).toBe(200)
	expect(await refundsOf(orden_id)).toMatchObject([{ estado: 'rechazada' }, { estado: 'en_curso' }])
	expect((await byTransfer(orden_id)).statusCode).toBe(422)
})

describe('a Flow refund confirmed by staff alone', () => {
	const { aRefund, rowOf, run } = refundHelpers(() => shop)
	const say = async (orderId: string, refundId: string) =>
		await (await theBoss(shop)).send('POST', `/api/admin_ordenes/${orderId}/aclarar_devolucion/`, {
			devolucion_id: refundId,
			hecha: true,
		})

	async function aRefundByWord() {
		const { id, orden_id, provider } = await aRefund('flow')
		await provider.faults({ tipo: 'corte_despues', ruta: 'refund/create' })
		await run(id)
		shop.clock.advanceMinutes(6)
		await run(id)
		expect((await say(orden_id, id)).statusCode).toBe(200)
		await reconcileRefunds(shop.payments)
		expect(await rowOf(id)).toMatchObject({ estado: 'hecha', devolucion_id: null })
		return { id, orden_id }
	}

	it('is in doubt again, once, when the time to accept it is over', async () => {
		const { id, orden_id } = await aRefundByWord()
		days(10.1)
		await reconcileRefunds(shop.payments)
		expect(await rowOf(id)).toMatchObject({ estado: 'en_duda' })
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: 'devolucion_en_duda' })
		await say(orden_id, id)
		days(20)
		await reconcileRefunds(shop.payments)
		expect(await rowOf(id)).toMatchObject({ estado: 'hecha' })
	})

	it('is final once Flow confirms it', async () => {
		const { id, orden_id } = await aRefundByWord()
		const page = await (await fetch(`${shop.simulatorsUrl}/flow/`)).text()
		const token = /operador\/devoluciones\/(\w+)/.exec(page)?.[1] ?? ''
		const url = `${shop.simulatorsUrl}/flow/operador/devoluciones/${token}`
		await fetch(url, { method: 'POST', body: new URLSearchParams({ accion: 'refunded' }), redirect: 'manual' })
		await reconcileRefundNotification(shop.payments, id, token)
		days(11)
		await reconcileRefunds(shop.payments)
		expect(await rowOf(id)).toMatchObject({ estado: 'hecha', devolucion_id: token })
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: null })
	})
})

it('accepts a transfer instead of a lapsed refund, once, and counts it as made', async () => {
	const { orden_id, total } = await aRefundedOrder()
	days(10.1)
	await reconcileRefunds(shop.payments)
	const answered = await byTransfer(orden_id)
	expect(answered.json()).toMatchObject({ atencion: null, pagos: [{ devolvible: 0, devuelto: total }] })
	expect((await byTransfer(orden_id)).statusCode).toBe(200)
	const done = (await mailsOf(orden_id)).filter(({ plantilla }) => plantilla === 'devolucion_hecha')
	expect(done).toHaveLength(1)
	expect(done[0]?.datos).toMatchObject({ por_transferencia: true, monto: total })
	expect((await gatewayHelpers(shop, 'flow').refund(orden_id, 1)).statusCode).not.toBe(200)
})
