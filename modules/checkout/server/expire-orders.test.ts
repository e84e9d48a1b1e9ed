import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { openTestShop, staffLogin, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, cartLine, orderRow, stockOf, type TestCustomer } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

let shop: TestShop
let ana: TestCustomer
let picture: Buffer

beforeAll(async () => {
	shop = await openTestShop()
	ana = await aCustomer(shop, 'Ana')
	picture = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#eee' } })
		.png()
		.toBuffer()
})
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
	await shop.stop()
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
