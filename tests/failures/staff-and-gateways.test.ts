import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expireOrders } from '#server/orders/expire-orders.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { brokenPromisesOf } from '#tests/failures/check-shop.ts'
import { gatewayWords } from '#tests/gateway-words.ts'
import { openTestShop, staffLogin, type TestShop } from '#tests/open-shop.ts'
import { comeBack, pay } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, orderRow, type TestCustomer } from '#tests/shop-words.ts'
import { theBoss } from '#tests/staff-words.ts'

let shop: TestShop
let ana: TestCustomer

beforeAll(async () => {
	shop = await openTestShop()
	ana = await aCustomer(shop, 'Ana')
})
afterAll(() => shop.stop())
afterEach(async () => {
	expect(await brokenPromisesOf(shop)).toEqual([])
})

const words = () => gatewayWords(shop, 'mercadopago')
const quiet = { aviso: 'nunca', sin_volver: 'si' }

/** Staff change a field of the order. */
async function edit(orden_id: string, field: object): Promise<void> {
	const boss = await theBoss(shop)
	const answer = await boss.send('PUT', `/api/admin_ordenes/${orden_id}/`, field)
	expect(answer.statusCode).toBe(200)
}

/** Staff do something with the order. */
async function act(orden_id: string, action: string): Promise<void> {
	const boss = await theBoss(shop)
	const answer = await boss.send('POST', `/api/admin_ordenes/${orden_id}/${action}/`, {})
	expect(answer.statusCode).toBe(200)
}

async function resolveCase(orden_id: string): Promise<void> {
	const boss = await theBoss(shop)
	expect((await boss.send('POST', `/api/admin_casos/${orden_id}/resolver/`, {})).statusCode).toBe(200)
}

/** Pays a Mercado Pago page however often it is paid already; the shop finds out when it asks. */
async function payUnseen(url: string | undefined, fields: Record<string, string> = {}): Promise<void> {
	const preference = new URL(url ?? '').searchParams.get('pref_id')
	const answer = await fetch(`${shop.simulatorsUrl}/mercadopago/operador/preferencias/${preference}/pagar`, {
		method: 'POST',
		body: new URLSearchParams({ aviso: 'nunca', ...fields }),
		redirect: 'manual',
	})
	expect(answer.status).toBe(303)
	// A page that is paid already is asked about each hour.
	shop.clock.advanceMinutes(60)
	await words().aMinuteLater()
}

/** What staff were mailed about the order. */
const mailsAbout = (nro_orden: number) =>
	shop.inbox.mails().filter(({ to, text }) => to === staffLogin.email && text.includes(`${nro_orden}`))

describe('an old refusal', () => {
	it('does not fail an order that staff set back to waiting', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await pay(init_point, 'Rechazar pago', quiet)
		await words().aMinuteLater()
		expect(await words().estadoOf(orden_id)).toBe('fallida')
		await edit(orden_id, { estado: 'pendiente' })
		shop.clock.advanceMinutes(15)
		await words().aMinuteLater()
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pendiente', stock_tomado: true })
	})

	it('does not fail an order that staff agreed to be paid in cash', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await edit(orden_id, { metodo_pago: 'efectivo' })
		await pay(init_point, 'Rechazar pago', quiet)
		await words().aMinuteLater()
		expect(await words().estadoOf(orden_id)).toBe('pendiente')
	})

	it('does not fail an order that waits for a transfer, when its customer comes back from the card page', async () => {
		const { orden_id, payment_url } = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay' })
		await edit(orden_id, { metodo_pago: 'transferencia' })
		await comeBack(shop, await pay(payment_url, 'Abandonar'))
		expect(await words().estadoOf(orden_id)).toBe('pendiente')
	})
})

describe('a payment of an order that staff marked as paid', () => {
	it('is a case when a transfer had paid it', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await edit(orden_id, { metodo_pago: 'transferencia' })
		await act(orden_id, 'confirmar_transferencia')
		await payUnseen(init_point)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: 'orden_ya_pagada' })
		expect(await words().paymentsOf(orden_id)).toMatchObject([{ destino: 'caso' }])
	})

	it('is a case when they had accepted an earlier one', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await act(orden_id, 'cancelar')
		await payUnseen(init_point)
		await edit(orden_id, { estado: 'pagada' })
		await resolveCase(orden_id)
		await payUnseen(init_point)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: 'orden_ya_pagada' })
		expect(await words().paymentsOf(orden_id)).toMatchObject([{ destino: 'caso' }, { destino: 'caso' }])
	})

	it('pays it when it is the one that they meant', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await edit(orden_id, { estado: 'pagada' })
		await payUnseen(init_point)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: null })
		expect(await words().paymentsOf(orden_id)).toMatchObject([{ destino: 'aplicado' }])
	})
})

describe('money that the gateway took back', () => {
	async function aPaidOrder() {
		const order = await aPlacedOrder(shop, ana)
		await payUnseen(order.init_point)
		const [paid] = await words().paymentsOf(order.orden_id)
		return { ...order, pago_id: paid?.pago_id }
	}
	async function chargeBack(pago_id: string | undefined): Promise<void> {
		const body = new URLSearchParams({ accion: 'disputar', aviso: 'nunca' })
		const url = `${shop.simulatorsUrl}/mercadopago/operador/pagos/${pago_id}`
		expect((await fetch(url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
	}
	async function twoHoursLater(): Promise<void> {
		for (let hour = 0; hour < 2; hour += 1) {
			shop.clock.advanceMinutes(60)
			await words().aMinuteLater()
		}
	}

	it('by a chargeback is told to staff once, and the order stays as it is', async () => {
		const { orden_id, nro_orden, pago_id } = await aPaidOrder()
		await chargeBack(pago_id)
		await twoHoursLater()
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: 'pago_revertido' })
		expect(mailsAbout(nro_orden)).toHaveLength(1)
		await resolveCase(orden_id)
		await twoHoursLater()
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: null })
	})

	it('stays gone when an answer comes that is older, and is not told a second time', async () => {
		const { orden_id, total, pago_id } = await aPaidOrder()
		const gateway = shop.payments.gateways.get('mercadopago')
		const [attempt] = await words().attemptsOf(orden_id)
		if (!gateway || !attempt) throw new Error('not paid')
		const before = await gateway.read(attempt)
		await chargeBack(pago_id)
		await twoHoursLater()
		await resolveCase(orden_id)
		const late: Gateway = { ...gateway, read: async () => before }
		await settlePayment({ ...shop.payments, gateways: new Map([['mercadopago', late]]) }, attempt.id)
		expect(await words().paymentsOf(orden_id)).toMatchObject([{ estado: 'devuelto', devuelto: total }])
		await twoHoursLater()
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: null })
	})

	it('leaves an order that waits for another payment the end of its time', async () => {
		const { orden_id, pago_id } = await aPaidOrder()
		await edit(orden_id, { estado: 'pendiente' })
		await chargeBack(pago_id)
		shop.clock.advanceMinutes(45)
		expect((await words().payAgain(ana, orden_id)).statusCode).toBe(200)
		shop.clock.advanceMinutes(15)
		await words().aMinuteLater()
		const { atencion, estado, expires_at } = await orderRow(shop, orden_id)
		expect({ atencion, estado, ends: expires_at !== null }).toEqual({
			...{ atencion: 'pago_revertido', estado: 'pendiente', ends: true },
		})
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		const after = { estado: 'fallida', stock_tomado: false, atencion: 'pago_revertido' }
		expect(await orderRow(shop, orden_id)).toMatchObject(after)
	})

	it('is told to staff when the shop had asked for a part of it only', async () => {
		const { orden_id, pago_id } = await aPaidOrder()
		expect((await words().refund(orden_id, 5000)).statusCode).toBe(200)
		await twoHoursLater()
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: null })
		await chargeBack(pago_id)
		await twoHoursLater()
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: 'pago_revertido' })
	})

	it('a part at a time is told to staff each time', async () => {
		const { orden_id, nro_orden } = await aPaidOrder()
		const gateway = shop.payments.gateways.get('mercadopago')
		const [attempt] = await words().attemptsOf(orden_id)
		if (!gateway || !attempt) throw new Error('not paid')
		for (const devuelto of [3000, 3000, 5000]) {
			const told: Gateway = {
				...gateway,
				read: async (ref) => (await gateway.read(ref)).map((one) => ({ ...one, devuelto })),
			}
			await settlePayment({ ...shop.payments, gateways: new Map([['mercadopago', told]]) }, attempt.id)
			await resolveCase(orden_id)
		}
		await shop.drainJobs()
		expect(mailsAbout(nro_orden)).toHaveLength(2)
	})

	it('because the shop asked for it is nothing to tell of', async () => {
		const { orden_id, total } = await aPaidOrder()
		for (const monto of [5000, total - 5000]) expect((await words().refund(orden_id, monto)).statusCode).toBe(200)
		await twoHoursLater()
		expect(await words().paymentsOf(orden_id)).toMatchObject([{ estado: 'devuelto', devuelto: total }])
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: null })
	})
})

it('a payment that comes after staff delivered its order for it is applied, and the order stays delivered', async () => {
	const { orden_id, init_point } = await aPlacedOrder(shop, ana)
	await edit(orden_id, { estado: 'completado' })
	const { pagada_at } = await orderRow(shop, orden_id)
	await payUnseen(init_point)
	expect(await words().paymentsOf(orden_id)).toMatchObject([{ destino: 'aplicado' }])
	expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'completado', atencion: null, pagada_at })
})

it('a second payment of a wrong amount is mailed to staff too, after they resolved the first', async () => {
	const { orden_id, nro_orden, init_point } = await aPlacedOrder(shop, ana)
	await payUnseen(init_point, { monto: '1000' })
	await resolveCase(orden_id)
	await payUnseen(init_point, { monto: '2000' })
	expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'monto_distinto' })
	expect(mailsAbout(nro_orden)).toHaveLength(2)
})

it('a payment with cents, in another currency, is a case', async () => {
	const { orden_id, init_point } = await aPlacedOrder(shop, ana)
	await pay(init_point, 'Aprobar pago', quiet)
	const gateway = shop.payments.gateways.get('mercadopago')
	const [attempt] = await words().attemptsOf(orden_id)
	if (!gateway || !attempt) throw new Error('no attempt')
	const inDollars: Gateway = {
		...gateway,
		read: async (ref) => (await gateway.read(ref)).map((one) => ({ ...one, monto: 31.55, moneda: 'USD' })),
	}
	await settlePayment({ ...shop.payments, gateways: new Map([['mercadopago', inDollars]]) }, attempt.id)
	expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'moneda_distinta' })
	expect(await words().paymentsOf(orden_id)).toMatchObject([{ monto: 32, moneda: 'USD', destino: 'caso' }])
})

it('of a second payment only what is still there goes back', async () => {
	const { orden_id, total, init_point } = await aPlacedOrder(shop, ana)
	await pay(init_point, 'Aprobar pago', { ...quiet, dos_pagos: 'si' })
	const gateway = shop.payments.gateways.get('mercadopago')
	const [attempt] = await words().attemptsOf(orden_id)
	if (!gateway || !attempt) throw new Error('no attempt')
	const inPart: Gateway = {
		...gateway,
		read: async (ref) => (await gateway.read(ref)).map((one, n) => ({ ...one, devuelto: n === 0 ? 0 : 4000 })),
	}
	await settlePayment({ ...shop.payments, gateways: new Map([['mercadopago', inPart]]) }, attempt.id)
	await shop.drainJobs()
	expect(await words().refundsOf(orden_id)).toMatchObject([{ monto: total - 4000, motivo: 'pago_doble' }])
})

describe('an order that staff cancelled', () => {
	it('is not opened by the right payment that follows a wrong one', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await act(orden_id, 'cancelar')
		await payUnseen(init_point, { monto: '1000' })
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: 'monto_distinto' })
		await payUnseen(init_point)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'orden_cancelada' })
	})

	it('is not opened by a payment that follows the case of an earlier one', async () => {
		const { orden_id, total, init_point } = await aPlacedOrder(shop, ana)
		await act(orden_id, 'cancelar')
		await payUnseen(init_point)
		expect((await words().refund(orden_id, total)).statusCode).toBe(200)
		await resolveCase(orden_id)
		await payUnseen(init_point)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'en_revision', atencion: 'orden_cancelada' })
	})

	it('is paid once they have opened it again', async () => {
		const { orden_id, init_point } = await aPlacedOrder(shop, ana)
		await act(orden_id, 'cancelar')
		await edit(orden_id, { estado: 'pendiente' })
		await payUnseen(init_point)
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', atencion: null })
	})
})

it('an order whose payment went back whole can be paid again once staff set it to wait', async () => {
	const { orden_id, nro_orden, total, init_point } = await aPlacedOrder(shop, ana)
	await payUnseen(init_point)
	expect((await words().refund(orden_id, total)).statusCode).toBe(200)
	await edit(orden_id, { estado: 'pendiente' })
	await payUnseen((await words().payAgain(ana, orden_id)).json().init_point)
	expect(await words().estadoOf(orden_id)).toBe('pagada')
	const payments = await words().paymentsOf(orden_id)
	expect(payments.map(({ destino, estado }) => `${destino} ${estado}`).toSorted()).toEqual([
		'aplicado aprobado',
		'por_devolver devuelto',
	])
	expect(await words().refundsOf(orden_id)).toHaveLength(1)
	const confirmed = shop.inbox
		.mails()
		.filter(({ subject }) => subject.includes(`${nro_orden}`) && subject.includes('confirmado'))
	expect(confirmed).toHaveLength(2)
})
