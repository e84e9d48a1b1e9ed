import { desc, eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import { intentosPago } from '#modules/orders/payment-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'
import { buyOrderOf } from '#modules/payments/server/webpay/webpay.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromGateway } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, cartLine, stockOf } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
const provider = gatewayHelpers(shop, 'webpay')
afterEach(async () => {
	await provider.faults()
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const anOrderAtWebpay = (color = 'Negro') =>
	aPlacedOrder(shop, ana, { carrito: [cartLine(color)], metodo_pago: 'webpay' })
const statusOf = async (orden_id: string) =>
	(await shop.app.inject({ url: `/api/webpay/status/?orden_id=${orden_id}` })).json()

async function aPaidOrder() {
	const order = await anOrderAtWebpay()
	await returnFromGateway(shop, await pay(order.payment_url, 'Aprobar pago'))
	expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
	return order
}

it('a page that polls again at once is answered without a call to Webpay; a moment later Webpay is called', async () => {
	const order = await anOrderAtWebpay()
	const read = vi.spyOn(shop.payments.gateways.get('webpay') as Gateway, 'read')
	for (let n = 0; n < 5; n++) expect(await statusOf(order.orden_id)).toMatchObject({ estado: 'pendiente' })
	expect(read.mock.calls.length).toBeLessThan(5)
	read.mockClear()
	shop.clock.advanceMinutes(0.1)
	await statusOf(order.orden_id)
	expect(read).toHaveBeenCalledTimes(1)
	read.mockRestore()
	await returnFromGateway(shop, await pay(order.payment_url, 'Aprobar pago'))
	expect(await statusOf(order.orden_id)).toMatchObject({ estado: 'pagada' })
})

it('the payment details of Webpay are on the result page, in the mail and in the panel, and find its order', async () => {
	const order = await anOrderAtWebpay()
	await returnFromGateway(shop, await pay(order.payment_url, 'Aprobar pago', { cuotas: 'si' }))
	const { pago } = await statusOf(order.orden_id)
	expect(pago).toMatchObject({
		codigo_autorizacion: expect.stringMatching(/^\d{6}$/),
		autorizado_at: expect.any(String),
		tipo_tarjeta: 'credito',
		tipo_cuotas: 'sin_interes',
		cuotas: 3,
		monto_cuota: 9996,
		ultimos_digitos: '6623',
	})
	const boss = await theBoss(shop)
	const detail = (await boss.get(`/api/admin_ordenes/${order.orden_id}/`)).json()
	expect(detail.pagos[0].detalle).toEqual(pago)
	const foundBy = async (text: string) =>
		(await boss.get(`/api/admin_listar_ordenes/?pago=${text}`)).json().results.map(({ id }: { id: string }) => id)
	expect(await foundBy(pago.codigo_autorizacion)).toEqual([order.orden_id])
	expect(await foundBy('6623')).toContain(order.orden_id)
	expect(await foundBy('0000')).toEqual([])
	await shop.drainJobs()
	const mail = shop.inbox
		.mails()
		.find(({ subject }) => subject.includes(`${order.nro_orden}`) && subject.includes('confirmado'))
	expect(JSON.stringify(mail)).toContain(pago.codigo_autorizacion)
	expect(JSON.stringify(mail)).toContain('3 cuotas sin interés de $9.996')
	// Details returned once by the gateway are stored, though a refusal or a later answer omits them.
	await provider.refund(order.orden_id, 29_990)
	await provider.runReconciler()
	expect((await boss.get(`/api/admin_ordenes/${order.orden_id}/`)).json().pagos[0].detalle).toEqual(pago)
})

describe('the return from Webpay', () => {
	it('commits an approved sale, and redirects to the page that polls the order', async () => {
		const order = await anOrderAtWebpay()
		expect(order.payment_url).toContain('token_ws=')
		expect(await statusOf(order.orden_id)).toMatchObject({ estado: 'pendiente' })
		const page = await returnFromGateway(shop, await pay(order.payment_url, 'Aprobar pago'))
		expect(page.pathname).toBe('/checkout-success')
		expect(Object.fromEntries(page.searchParams)).toEqual({ metodo: 'webpay', orden_id: order.orden_id })
		expect(await statusOf(order.orden_id)).toMatchObject({ estado: 'pagada', nro_orden: order.nro_orden })
	})

	it('fails the order and releases its units when the bank refuses', async () => {
		const before = await stockOf(shop, 'Celeste')
		const order = await anOrderAtWebpay('Celeste')
		await returnFromGateway(shop, await pay(order.payment_url, 'Rechazar pago'))
		expect(await statusOf(order.orden_id)).toMatchObject({ estado: 'fallida' })
		expect(await stockOf(shop, 'Celeste')).toBe(before)
	})

	it.each([
		['given up', 'Abandonar', {}],
		['given up, with a POST', 'Abandonar', { retorno: 'post' }],
		['from the page of errors', 'Abandonar', { retorno: 'error' }],
	] as const)(
		'%s: the order fails, nothing is committed, and it can be paid again on a fresh page',
		async (_name, button, variant) => {
			const before = await stockOf(shop, 'Rosado')
			const order = await anOrderAtWebpay('Rosado')
			const page = await returnFromGateway(shop, await pay(order.payment_url, button, variant))
			expect(page.searchParams.get('orden_id')).toBe(order.orden_id)
			expect(await provider.estadoOf(order.orden_id)).toBe('fallida')
			expect(await provider.paymentsOf(order.orden_id)).toEqual([])
			expect(await stockOf(shop, 'Rosado')).toBe(before)
			const again = await provider.payAgain(ana, order.orden_id)
			expect(again.json().payment_url).not.toBe(order.payment_url)
			await returnFromGateway(shop, await pay(again.json().payment_url, 'Aprobar pago'))
			expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
			expect(await stockOf(shop, 'Rosado')).toBe(before - 1)
		},
	)

	it('leads to a new page when the first has expired, and money on either pays the order once', async () => {
		const order = await anOrderAtWebpay('Rosado')
		shop.clock.advanceMinutes(3)
		expect((await provider.payAgain(ana, order.orden_id)).json().payment_url).toBe(order.payment_url)
		shop.clock.advanceMinutes(1.5)
		const again = (await provider.payAgain(ana, order.orden_id)).json()
		expect(again).toMatchObject({ orden_id: order.orden_id, estado: 'pendiente' })
		expect(again.payment_url).not.toBe(order.payment_url)
		expect(await provider.attemptsOf(order.orden_id)).toHaveLength(2)
		shop.clock.advanceMinutes(1)
		expect((await fetch(order.payment_url ?? '')).status).toBe(410)
		await returnFromGateway(shop, await pay(again.payment_url, 'Aprobar pago'))
		expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
		expect(await provider.paymentsOf(order.orden_id)).toHaveLength(1)
	})

	it('proves nothing after a timeout: the gateway is read, and the order waits until it expires', async () => {
		const order = await anOrderAtWebpay('Rosado')
		const read = vi.spyOn(shop.payments.gateways.get('webpay') as Gateway, 'read')
		const page = await returnFromGateway(shop, await pay(order.payment_url, 'Aprobar pago', { retorno: 'vencido' }))
		expect(read).toHaveBeenCalledTimes(1)
		read.mockRestore()
		expect(page.searchParams.get('orden_id')).toBe(order.orden_id)
		expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		expect(await provider.estadoOf(order.orden_id)).toBe('fallida')
	})

	it.each([
		['a made-up token', { TBK_TOKEN: 'a'.repeat(64) }],
		['a made-up token from the page of errors', { TBK_TOKEN: 'a'.repeat(64), token_ws: 'b'.repeat(64) }],
		['no token', {}],
	])("leaves an order pending when made up with %s and another person's order or session", async (_name, tokens) => {
		const order = await anOrderAtWebpay('Rosado')
		const [attempt] = await shop.database.db
			.select()
			.from(intentosPago)
			.where(eq(intentosPago.orden_id, order.orden_id))
		for (const session of [order.orden_id, attempt?.id ?? '']) {
			const query = new URLSearchParams({ ...tokens, TBK_ID_SESION: session, TBK_ORDEN_COMPRA: buyOrderOf(session) })
			const answer = await shop.app.inject({ method: 'GET', url: `/api/retorno/webpay/?${query}` })
			expect(answer.statusCode).toBe(303)
			expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
		}
		await returnFromGateway(shop, await pay(order.payment_url, 'Aprobar pago'))
		expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
	})

	it('leaves an order pending that staff set back long after an abandoned payment', async () => {
		const { orden_id, payment_url } = await anOrderAtWebpay('Rosado')
		const back = await pay(payment_url, 'Abandonar')
		await returnFromGateway(shop, back)
		shop.clock.advanceMinutes(45)
		await provider.runReconciler()
		const boss = await theBoss(shop)
		expect((await boss.send('PUT', `/api/admin_ordenes/${orden_id}/`, { estado: 'pendiente' })).statusCode).toBe(200)
		await returnFromGateway(shop, back)
		expect(await provider.estadoOf(orden_id)).toBe('pendiente')
	})

	it('redirects to the page that explains it when no order is named', async () => {
		for (const method of ['GET', 'POST'] as const) {
			const answer = await shop.app.inject({ method, url: '/api/retorno/webpay/?token_ws=no-existe-0123456789' })
			expect(answer.statusCode).toBe(303)
			expect(new URL(answer.headers.location ?? '').pathname).toBe('/checkout-success')
		}
	})
})

describe('a Webpay sale', () => {
	it('is committed once by many parallel returns of the browser', async () => {
		const order = await anOrderAtWebpay()
		const back = await pay(order.payment_url, 'Aprobar pago')
		await Promise.all(Array.from({ length: 6 }, () => returnFromGateway(shop, back)))
		expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
		expect(await provider.paymentsOf(order.orden_id)).toMatchObject([{ estado: 'aprobado', destino: 'aplicado' }])
	})

	it.each(['503', 'corte_despues'])(
		'is committed again when Webpay does not answer the commit (%s): without it there is no sale',
		async (tipo) => {
			const order = await anOrderAtWebpay()
			const back = await pay(order.payment_url, 'Aprobar pago')
			await provider.faults({ tipo, veces: 1 })
			await returnFromGateway(shop, back)
			expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
		},
	)

	it('is found by polling when the answer to its commit is lost', async () => {
		const order = await anOrderAtWebpay()
		const back = await pay(order.payment_url, 'Aprobar pago')
		await provider.faults({ tipo: 'corte_despues', veces: 10 })
		await returnFromGateway(shop, back)
		expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
		await provider.faults()
		shop.clock.advanceMinutes(1)
		expect(await statusOf(order.orden_id)).toMatchObject({ estado: 'pagada' })
	})

	it('expires when the customer never returned', async () => {
		const order = await anOrderAtWebpay()
		await pay(order.payment_url, 'Aprobar pago', { sin_volver: 'si' })
		await provider.runReconciler()
		expect(await provider.estadoOf(order.orden_id)).toBe('pendiente')
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		expect(await provider.estadoOf(order.orden_id)).toBe('fallida')
	})

	it('is never committed by the return of an abandoned payment', async () => {
		const order = await anOrderAtWebpay()
		await returnFromGateway(shop, await pay(order.payment_url, 'Aprobar pago', { retorno: 'error' }))
		expect(await provider.estadoOf(order.orden_id)).not.toBe('pagada')
		expect(await provider.paymentsOf(order.orden_id)).toEqual([])
	})

	it('becomes a case for staff when its amount differs from the order', async () => {
		const order = await anOrderAtWebpay()
		await returnFromGateway(shop, await pay(order.payment_url, 'Aprobar pago', { alterado: 'si' }))
		expect(await provider.estadoOf(order.orden_id)).toBe('en_revision')
	})

	it('can be opened under a new reference after an answer of the provider was lost', async () => {
		await provider.faults({ tipo: 'corte_despues', ruta: '/transactions' })
		await expect(anOrderAtWebpay()).rejects.toThrow('pago_no_disponible')
		const [lost] = await shop.database.db.select().from(ordenes).orderBy(desc(ordenes.nro_orden)).limit(1)
		const again = await provider.payAgain(ana, lost?.id ?? '')
		expect(again.statusCode).toBe(200)
		await returnFromGateway(shop, await pay(again.json().payment_url, 'Aprobar pago'))
		expect(await provider.estadoOf(lost?.id ?? '')).toBe('pagada')
	})
})

describe('a Webpay refund', () => {
	it('is made once in full under repeated requests', async () => {
		const order = await aPaidOrder()
		expect((await provider.refund(order.orden_id, order.total)).statusCode).toBe(200)
		expect((await provider.refund(order.orden_id, 1)).statusCode).toBe(422)
		expect(await provider.refundsOf(order.orden_id)).toMatchObject([{ monto: order.total, estado: 'hecha' }])
	})

	it('makes each of several equal parts', async () => {
		const order = await aPaidOrder()
		await provider.refund(order.orden_id, 5000)
		await provider.refund(order.orden_id, 5000)
		expect(await provider.refundsOf(order.orden_id)).toMatchObject([{ estado: 'hecha' }, { estado: 'hecha' }])
		shop.clock.advanceMinutes(0.1)
		await statusOf(order.orden_id)
		expect(await provider.paymentsOf(order.orden_id)).toMatchObject([{ devuelto: 10_000 }])
	})

	it('is made once when its answer was lost', async () => {
		const order = await aPaidOrder()
		await provider.faults({ tipo: 'corte_despues', ruta: 'refunds' })
		await provider.refund(order.orden_id, 7000)
		const retried = async () => {
			await shop.retryJobs()
			return (await provider.refundsOf(order.orden_id)).map(({ estado }) => estado)
		}
		await expect.poll(retried, { interval: 250 }).toEqual(['hecha'])
		shop.clock.advanceMinutes(0.1)
		await statusOf(order.orden_id)
		expect(await provider.paymentsOf(order.orden_id)).toMatchObject([{ devuelto: 7000 }])
	})
})
