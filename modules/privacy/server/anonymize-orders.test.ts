import { eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import type { Files } from '#core/server/files/files.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { settlePayment } from '#modules/payments/server/settle-payment.ts'
import { anonymizeClosedOrders } from '#modules/privacy/server/anonymize-orders.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { returnFromGateway } from '#tests/pay-and-return.ts'
import {
	aCustomer,
	anOrder,
	aPlacedOrder,
	cartLine,
	logIn,
	orderRow,
	sendOrder,
	stockOf,
	type TestCustomer,
} from '#tests/shop-helpers.ts'
import { callsWith, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

let ana: TestCustomer
let boss: StaffCalls

const shop = await aShop()
afterEach(async () => {
	const broken = await violatedInvariantsOf(shop)
	// Anonymized mails have no recipient.
	expect(broken.filter((promise) => !promise.startsWith('a received mail is recorded as sent'))).toEqual([])
})

/** Registers Ana; `deleteAccount` deletes her account. */
async function meetAna(): Promise<void> {
	ana = await aCustomer(shop, 'Ana')
	boss = await theBoss(shop)
}
async function deleteAccount(): Promise<void> {
	const { access } = await logIn(shop, ana.email, ana.password)
	const answer = await callsWith(shop, access).send('POST', '/api/perfil/eliminar/', { password: ana.password })
	expect(answer.statusCode).toBe(204)
}
const anonymizeClosed = () => {
	const files: Files = {
		put: async () => undefined,
		get: async () => undefined,
		open: async () => undefined,
		delete: async () => undefined,
	}
	return anonymizeClosedOrders({ db: shop.database.db, clock: shop.clock, files, hooks })
}
const act = async (orderId: string, action: string) => {
	expect((await boss.send('POST', `/api/admin_ordenes/${orderId}/${action}/`, {})).statusCode).toBe(200)
}
/** Creates a delivered order of Ana, paid at Flow. */
async function aDeliveredOrder(): Promise<string> {
	const { orden_id, payment_url } = await aPlacedOrder(shop, ana, { metodo_pago: 'flow' })
	await returnFromGateway(shop, await pay(payment_url, 'Aprobar pago'))
	await shop.drainJobs()
	await act(orden_id, 'entregar')
	return orden_id
}

it('keeps the payee of a cancelled transfer order until staff have refunded it', async () => {
	await meetAna()
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
	await act(orden_id, 'confirmar_transferencia')
	await act(orden_id, 'cancelar')
	await deleteAccount()
	expect(await anonymizeClosed()).toBe(0)
	expect(await orderRow(shop, orden_id)).toMatchObject({ email: ana.email, atencion: 'cuenta_eliminada' })
	const resolve = async () => (await boss.send('POST', `/api/admin_casos/${orden_id}/resolver/`, {})).statusCode
	expect(await resolve()).toBe(200)
	// The money owed was the reason of the deleted account's case.
	expect(await anonymizeClosed()).toBe(0)
	expect(await orderRow(shop, orden_id)).toMatchObject({ email: ana.email, atencion: 'falta_devolver' })
	expect(await resolve()).toBe(200)
	expect(await anonymizeClosed()).toBe(1)
	expect(await orderRow(shop, orden_id)).toMatchObject({ nombre: '', email: '', telefono: '' })
})

it('completes a refund requested before the anonymization', async () => {
	await meetAna()
	const flow = gatewayHelpers(shop, 'flow')
	const orden_id = await aDeliveredOrder()
	await flow.faults({ tipo: '429' })
	expect((await flow.refund(orden_id, 5000)).statusCode).toBe(200)
	await flow.faults()
	await deleteAccount()
	expect(await anonymizeClosed()).toBe(0)
	expect((await orderRow(shop, orden_id)).email).toBe(ana.email)
	expect(await flow.refundsOf(orden_id)).toMatchObject([{ estado: 'pedida' }])
})

it('refunds an anonymized order through its gateway, which still knows the payer', async () => {
	await meetAna()
	const flow = gatewayHelpers(shop, 'flow')
	const orden_id = await aDeliveredOrder()
	await deleteAccount()
	expect((await orderRow(shop, orden_id)).email).toBe('')
	expect((await flow.refund(orden_id, 5000)).statusCode).toBe(200)
	expect(await flow.refundsOf(orden_id)).toMatchObject([{ estado: 'en_curso' }])
})

it('accepts no payment and no proof for an anonymized order', async () => {
	await meetAna()
	const order = await aPlacedOrder(shop, ana)
	const transfer = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
	await shop.drainJobs()
	const mail = shop.inbox.mails().find(({ to, text }) => to === ana.email && text.includes(String(order.nro_orden)))
	const token = /\/orden\/([\w.-]+)/.exec(mail?.text ?? '')?.[1]
	await pay(order.init_point, 'Rechazar pago')
	await gatewayHelpers(shop, 'mercadopago').runReconciler()
	await shop.database.db.update(intentosPago).set({ consultar_at: null })
	const failed = await boss.send('PUT', `/api/admin_ordenes/${transfer.orden_id}/`, { estado: 'fallida' })
	expect(failed.statusCode).toBe(200)
	await deleteAccount()
	const again = await shop.app.inject({ method: 'POST', url: `/api/orden/${token}/pagar/` })
	expect([again.statusCode, again.json().code]).toEqual([409, 'orden_no_se_paga'])
	const form = new FormData()
	form.set('orden_id', transfer.orden_id)
	form.set('comprobante', new Blob(['picture']), 'comprobante.png')
	const proof = await fetch(`${shop.env.publicUrl}/api/subir_comprobante/`, { method: 'POST', body: form })
	expect(await proof.json()).toMatchObject({ code: 'comprobante_no_corresponde' })
})

it('opens a case for a late payment of an anonymized order, which staff refund', async () => {
	await meetAna()
	const provider = gatewayHelpers(shop, 'mercadopago')
	const { orden_id, nro_orden, total, init_point } = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
	const quiet = { aviso: 'nunca', sin_volver: 'si' }
	await pay(init_point, 'Rechazar pago', quiet)
	await provider.runReconciler()
	await shop.database.db.update(intentosPago).set({ consultar_at: null })
	await deleteAccount()
	expect(await orderRow(shop, orden_id)).toMatchObject({ email: '', estado: 'fallida' })
	const stock = await stockOf(shop, 'Celeste')
	await pay(init_point, 'Aprobar pago', quiet)
	const [attempt] = await provider.attemptsOf(orden_id)
	shop.clock.advanceMinutes(1)
	await settlePayment(shop.payments, attempt?.id ?? '')
	expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'orden_olvidada' })
	expect(await stockOf(shop, 'Celeste')).toBe(stock)
	await shop.drainJobs()
	const isTold = shop.inbox.mails().some(({ to, text }) => to === staffLogin.email && text.includes(`${nro_orden}`))
	expect(isTold).toBe(true)
	expect((await provider.refund(orden_id, total)).statusCode).toBe(200)
	expect(await provider.refundsOf(orden_id)).toMatchObject([{ estado: 'hecha', monto: total }])
})

it('ends an order that expires meanwhile', async () => {
	await meetAna()
	const { db } = shop.database
	const { promise: isDeleted, resolve: go } = Promise.withResolvers<void>()
	const { promise: isPlacing, resolve: placing } = Promise.withResolvers<void>()
	const transaction = db.transaction.bind(db)
	const held = vi.spyOn(db, 'transaction').mockImplementationOnce(async (work, config) => {
		placing()
		await isDeleted
		return await transaction(work, config)
	})
	const answer = sendOrder(shop, ana, anOrder({ metodo_pago: 'efectivo' }))
	await isPlacing
	await deleteAccount()
	go()
	expect((await answer).json()).toMatchObject({ code: 'sesion_expirada' })
	held.mockRestore()
	const accounts = await db.select().from(usuarios).where(eq(usuarios.telefono, '912345678'))
	expect(accounts.filter(({ deleted_at }) => deleted_at !== null)).toEqual([])
})
