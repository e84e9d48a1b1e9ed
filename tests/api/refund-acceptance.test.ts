import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { correos } from '#server/db/tables/mail.ts'
import { followRefunds } from '#server/payments/follow-refunds.ts'
import { remindOfRefunds } from '#server/payments/remind-of-refunds.ts'
import { gatewayWords } from '#tests/gateway-words.ts'
import { openTestShop, staffLogin, type TestShop } from '#tests/open-shop.ts'
import { comeBack, pay } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, bottles, logIn, orderRow, type TestCustomer } from '#tests/shop-words.ts'

let shop: TestShop
let ana: TestCustomer

beforeAll(async () => {
	shop = await openTestShop()
	ana = await aCustomer(shop, 'Ana')
})
afterAll(() => shop.stop())

const days = (count: number) => shop.clock.advanceMinutes(count * 24 * 60)

/** An order that was paid at Flow, and of which all goes back. */
async function aRefundedOrder() {
	const words = gatewayWords(shop, 'flow')
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'flow', carrito: [bottles('Celeste')] })
	await comeBack(shop, await pay(order.payment_url ?? '', 'Aprobar pago', { aviso: 'nunca' }))
	expect((await words.refund(order.orden_id, order.total)).statusCode).toBe(200)
	return order
}

const mailsOf = async (orden_id: string) =>
	(await shop.database.db.select().from(correos).where(eq(correos.orden_id, orden_id))).filter(({ plantilla }) =>
		plantilla.startsWith('devolucion_'),
	)

async function byTransfer(orden_id: string) {
	const [refund] = await gatewayWords(shop, 'flow').refundsOf(orden_id)
	const { access } = await logIn(shop, staffLogin.email, staffLogin.password)
	return await shop.app.inject({
		method: 'POST',
		url: `/api/admin_ordenes/${orden_id}/devolver_por_transferencia/`,
		headers: { authorization: `Bearer ${access}` },
		payload: { devolucion_id: refund?.id },
	})
}

it('a refund at Flow is told to the customer at once and two days before it lapses; then it is a case', async () => {
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
	await followRefunds(shop.payments)
	expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: 'devolucion_vencida' })
	const { refundsOf, refund } = gatewayWords(shop, 'flow')
	expect(await refundsOf(orden_id)).toMatchObject([{ estado: 'rechazada' }])
	// The money is the shop's again, so it can be given back again.
	expect((await refund(orden_id, total)).statusCode).toBe(200)
	expect(await refundsOf(orden_id)).toMatchObject([{ estado: 'rechazada' }, { estado: 'en_curso' }])
	expect((await byTransfer(orden_id)).statusCode).toBe(422)
})

it('a refund that lapsed can be paid by transfer, once, and counts as made', async () => {
	const { orden_id, total } = await aRefundedOrder()
	days(10.1)
	await followRefunds(shop.payments)
	const told = await byTransfer(orden_id)
	expect(told.json()).toMatchObject({ atencion: null, pagos: [{ devolvible: 0, devuelto: total }] })
	expect((await byTransfer(orden_id)).statusCode).toBe(200)
	const done = (await mailsOf(orden_id)).filter(({ plantilla }) => plantilla === 'devolucion_hecha')
	expect(done).toHaveLength(1)
	expect(done[0]?.datos).toMatchObject({ por_transferencia: true, monto: total })
	expect((await gatewayWords(shop, 'flow').refund(orden_id, 1)).statusCode).not.toBe(200)
})
