import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { formatMoment } from '#core/server/mail/define-mail.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, cartLine, orderRow, stockOf } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
const picture = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#eee' } })
	.png()
	.toBuffer()
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

async function upload(orderId: string): Promise<number> {
	const form = new FormData()
	form.set('comprobante', new Blob([new Uint8Array(picture)]), 'comprobante.png')
	form.set('orden_id', orderId)
	const home = shop.simulatorsUrl.replace('/simuladores', '')
	return (await fetch(`${home}/api/subir_comprobante/`, { method: 'POST', body: form })).status
}

async function daysLater(days: number): Promise<void> {
	shop.clock.advanceMinutes(days * 24 * 60)
	const { db, jobs } = shop.payments
	await db.transaction((tx) => jobs.enqueue(tx, 'vencer_ordenes', {}))
	await shop.drainJobs()
}

const mailsTo = (to: string, nro_orden: number, subject: string) =>
	shop.inbox
		.mails()
		.filter((mail) => mail.to === to && mail.subject.includes(subject) && mail.subject.includes(`${nro_orden}`))

describe('a cash order without payment', () => {
	it('expires after seven days, returns its stock, mails its customer and reminds staff first', async () => {
		const before = await stockOf(shop, 'Negro')
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Negro', 2)] })
		await daysLater(4.9)
		expect(mailsTo(staffLogin.email, order.nro_orden, 'Falta entregar')).toHaveLength(0)
		await daysLater(0.2)
		await daysLater(0.1)
		expect(mailsTo(staffLogin.email, order.nro_orden, 'Falta entregar')).toHaveLength(1)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pendiente' })
		await daysLater(2)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'fallida', atencion: null })
		expect(await stockOf(shop, 'Negro')).toBe(before)
		const [ended, ...more] = mailsTo(ana.email, order.nro_orden, 'ya no está reservado')
		expect(ended?.text).toContain('No te cobramos nada')
		expect(more).toEqual([])
	})

	it('does not expire when staff set it back to waiting', async () => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
		await daysLater(8)
		const boss = await theBoss(shop)
		expect((await boss.send('PUT', `/api/admin_ordenes/${order.orden_id}/`, { estado: 'pendiente' })).statusCode).toBe(
			200,
		)
		await daysLater(30)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pendiente', expires_at: null })
	})
})

describe('a gateway order that is not paid', () => {
	const minutesLater = (minutes: number) => daysLater(minutes / 24 / 60)
	const offers = (to: string) =>
		shop.inbox.mails().filter((mail) => mail.to === to && mail.subject.includes('Tu pedido te espera'))

	it('mails its customer once when it expired, with the last moment of its price, and never again', async () => {
		const eva = await aCustomer(shop, 'Eva')
		const order = await aPlacedOrder(shop, eva)
		const { payAgain } = gatewayHelpers(shop, 'mercadopago')
		await minutesLater(29)
		expect(offers(eva.email)).toEqual([])
		await minutesLater(2)
		const [offer, ...more] = offers(eva.email)
		expect(more).toEqual([])
		const until = new Date((await orderRow(shop, order.orden_id)).created_at.getTime() + 7 * 86_400_000)
		expect(offer?.text).toContain(
			`No alcanzaste a pagar; sigue al mismo precio hasta el ${formatMoment(until.toISOString())}`,
		)
		expect(offer?.text).toContain('Pagar $29.990:')

		expect((await payAgain(eva, order.orden_id)).statusCode).toBe(200)
		await minutesLater(90)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'fallida' })
		expect(offers(eva.email)).toHaveLength(1)
	})

	it('mails no customer who paid another order since, and one mail for two orders that both expired', async () => {
		const [eva, leo] = [await aCustomer(shop, 'Eva'), await aCustomer(shop, 'Leo')]
		for (const customer of [eva, leo]) await aPlacedOrder(shop, customer)
		await minutesLater(10)
		const paid = await aPlacedOrder(shop, eva, { metodo_pago: 'transferencia' })
		const second = await aPlacedOrder(shop, leo)
		const boss = await theBoss(shop)
		const confirm = `/api/admin_ordenes/${paid.orden_id}/confirmar_transferencia/`
		expect((await boss.send('POST', confirm)).statusCode).toBe(200)
		await minutesLater(25)
		await minutesLater(25)
		expect(offers(eva.email)).toEqual([])
		expect(offers(leo.email).map(({ subject }) => subject)).toEqual([
			`Tu pedido te espera · Orden N° ${second.nro_orden}`,
		])
	})

	it('mails no customer whose payment is under way at the gateway', async () => {
		const eva = await aCustomer(shop, 'Eva')
		const { orden_id } = await aPlacedOrder(shop, eva)
		const answered = new Date(shop.clock.now().getTime() + 86_400_000)
		const attempt = { estado: 'pendiente', respondida_at: answered, consultar_at: null } as const
		await shop.database.db.update(intentosPago).set(attempt).where(eq(intentosPago.orden_id, orden_id))
		await minutesLater(31)
		expect((await orderRow(shop, orden_id)).estado).toBe('fallida')
		expect(offers(eva.email)).toEqual([])
	})

	it('sends no mail while the switch is off', async () => {
		const eva = await aCustomer(shop, 'Eva')
		const boss = await theBoss(shop)
		expect((await boss.send('PUT', '/api/admin_ajustes/aviso_sin_pagar/', { valor: false })).statusCode).toBe(200)
		await aPlacedOrder(shop, eva)
		await minutesLater(31)
		expect(offers(eva.email)).toEqual([])
		await boss.send('PUT', '/api/admin_ajustes/aviso_sin_pagar/', { valor: true })
	})
})

describe('a transfer proof that staff do not confirm', () => {
	async function aReviewedOrder(color = 'Blanco') {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia', carrito: [cartLine(color, 2)] })
		expect(await upload(order.orden_id)).toBe(200)
		return order
	}

	it('reserves stock for ten days however many proofs follow, warns staff twice and then opens a case', async () => {
		const before = await stockOf(shop, 'Blanco')
		const order = await aReviewedOrder()
		await daysLater(2.9)
		expect(mailsTo(staffLogin.email, order.nro_orden, 'Falta confirmar')).toHaveLength(0)
		await daysLater(0.2)
		await daysLater(0.1)
		expect(mailsTo(staffLogin.email, order.nro_orden, 'Falta confirmar')).toHaveLength(1)
		expect(await upload(order.orden_id)).toBe(200)
		await daysLater(5)
		expect(mailsTo(staffLogin.email, order.nro_orden, 'Falta confirmar')).toHaveLength(2)
		expect(await stockOf(shop, 'Blanco')).toBe(before - 2)
		await daysLater(2)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'fallida', atencion: 'revision_vencida' })
		expect(await stockOf(shop, 'Blanco')).toBe(before)
		const [ended] = mailsTo(ana.email, order.nro_orden, 'ya no está reservado')
		expect(ended?.text).toContain('Si transferiste, no pierdes nada')
		expect(mailsTo(staffLogin.email, order.nro_orden, 'venció sin confirmar')).toHaveLength(1)
	})

	it('reserves stock again and closes the case when staff confirm it later', async () => {
		const order = await aReviewedOrder('Celeste')
		const held = await stockOf(shop, 'Celeste')
		await daysLater(11)
		expect(await stockOf(shop, 'Celeste')).toBe(held + 2)
		const boss = await theBoss(shop)
		const confirmed = await boss.send('POST', `/api/admin_ordenes/${order.orden_id}/confirmar_transferencia/`)
		expect(confirmed.statusCode).toBe(200)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', atencion: null })
		expect(await stockOf(shop, 'Celeste')).toBe(held)
	})

	it('opens a case without reserving stock when another proof arrives later', async () => {
		const order = await aReviewedOrder('Rosado')
		await daysLater(11)
		const before = await stockOf(shop, 'Rosado')
		expect(await upload(order.orden_id)).toBe(200)
		expect(await stockOf(shop, 'Rosado')).toBe(before)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({
			estado: 'en_revision',
			atencion: 'comprobante_sin_reserva',
			stock_tomado: false,
			expires_at: null,
		})
		await daysLater(11)
		expect((await orderRow(shop, order.orden_id)).estado).toBe('en_revision')
	})

	it('reserves no stock again when its customer is over the limits', async () => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
		await daysLater(3)
		expect((await orderRow(shop, order.orden_id)).estado).toBe('fallida')
		const boss = await theBoss(shop)
		await boss.send('PUT', '/api/admin_ajustes/limite_unidades_abiertas/', { valor: 1 })
		await boss.send('PUT', '/api/admin_ajustes/limite_ordenes_abiertas/', { valor: 1 })
		await boss.send('PUT', '/api/admin_ajustes/limite_unidades_abiertas/', { valor: 99_999 })
		expect(await upload(order.orden_id)).toBe(200)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({
			atencion: 'comprobante_sin_reserva',
			stock_tomado: false,
		})
		await boss.send('PUT', '/api/admin_ajustes/limite_ordenes_abiertas/', { valor: 9_999 })
	})
})
