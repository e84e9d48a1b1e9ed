import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromGateway } from '#tests/pay-and-return.ts'
import { aCustomer, anOrder, aPlacedOrder, cartLine, logIn, orderRow, sendOrder, stockOf } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
const provider = gatewayHelpers(shop, 'webpay')
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

it('a double click makes one order with one payment page', async () => {
	const before = await stockOf(shop, 'Negro')
	const key = randomUUID()
	const order = anOrder({ metodo_pago: 'webpay' })
	const answers = await Promise.all([sendOrder(shop, ana, order, key), sendOrder(shop, ana, order, key)])
	expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
	expect(answers[0]?.json()).toEqual(answers[1]?.json())
	expect(await stockOf(shop, 'Negro')).toBe(before - 1)
})

it('two tabs that order the last unit sell it once, and the other gets the name of the sold-out colour', async () => {
	const left = await stockOf(shop, 'Celeste')
	await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste', left - 1)], metodo_pago: 'efectivo' })
	const order = anOrder({ carrito: [cartLine('Celeste')], metodo_pago: 'efectivo' })
	const answers = await Promise.all([sendOrder(shop, ana, order), sendOrder(shop, ana, order)])
	expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
	const refused = answers.find(({ statusCode }) => statusCode === 409)
	expect(refused?.json()).toMatchObject({ code: 'sin_stock', color: 'Celeste', disponible: 0 })
})

it('two tabs that pay again open one page, and it is paid once', async () => {
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay' })
	await returnFromGateway(shop, await pay(order.payment_url, 'Abandonar'))
	const tabs = await Promise.all([provider.payAgain(ana, order.orden_id), provider.payAgain(ana, order.orden_id)])
	const [url, other] = tabs.map((tab) => tab.json().payment_url)
	expect(other).toBe(url)
	const back = await pay(url, 'Aprobar pago')
	await Promise.all([returnFromGateway(shop, back), returnFromGateway(shop, back)])
	expect(await provider.estadoOf(order.orden_id)).toBe('pagada')
	expect(await provider.paymentsOf(order.orden_id)).toHaveLength(1)
})

describe.each(gatewayMethods)('a return from %s followed by "Confirmar" again', (metodo_pago) => {
	const gateway = () => gatewayHelpers(shop, metodo_pago)
	const unseen = { aviso: 'nunca', sin_volver: 'si' }
	const colors = { mercadopago: 'Negro', flow: 'Blanco', webpay: 'Rosado' } as const
	const color = colors[metodo_pago]
	const order = anOrder({ metodo_pago, carrito: [cartLine(color)] })

	async function send(key: string) {
		const answer = await sendOrder(shop, { ...ana, ...(await logIn(shop, ana.email, ana.password)) }, order, key)
		const { init_point, payment_url, ...told } = answer.json()
		return { statusCode: answer.statusCode, url: init_point ?? payment_url, ...told }
	}
	/** The customer decides on the gateway's page and returns by the back button. */
	async function decide(url: string, button: 'Aprobar pago' | 'Rechazar pago') {
		const back = await pay(url, button, metodo_pago === 'webpay' ? {} : unseen)
		if (metodo_pago === 'webpay') await returnFromGateway(shop, back)
		else await gateway().runReconciler()
	}

	it('opens the existing payment page', async () => {
		const key = randomUUID()
		const first = await send(key)
		expect(await send(key)).toEqual(first)
	})

	it('opens another page after a refusal, with the units reserved again', async () => {
		const before = await stockOf(shop, color)
		const key = randomUUID()
		const first = await send(key)
		await decide(first.url, 'Rechazar pago')
		expect(await gateway().estadoOf(first.orden_id)).toBe('fallida')
		const again = await send(key)
		expect(again).toMatchObject({ orden_id: first.orden_id, estado: 'pendiente' })
		expect(again.url).not.toBe(first.url)
		expect(await stockOf(shop, color)).toBe(before - 1)
		await decide(again.url, 'Aprobar pago')
		expect(await orderRow(shop, first.orden_id)).toMatchObject({ estado: 'pagada', atencion: null })
	})

	it('opens the confirmation of the payment, applied or not, and no payment page', async () => {
		const key = randomUUID()
		const first = await send(key)
		if (metodo_pago === 'webpay') await decide(first.url, 'Aprobar pago')
		else await pay(first.url, 'Aprobar pago', unseen)
		for (let n = 0; n < 2; n += 1) {
			const again = await send(key)
			expect(again).toMatchObject({ orden_id: first.orden_id, estado: 'pagada' })
			expect(new URL(again.url).pathname).toBe('/checkout-success')
		}
	})

	it('opens no payment page of an order cancelled by staff', async () => {
		const key = randomUUID()
		const { orden_id } = await send(key)
		const boss = await theBoss(shop)
		expect((await boss.send('POST', `/api/admin_ordenes/${orden_id}/cancelar/`, {})).statusCode).toBe(200)
		expect(await send(key)).toMatchObject({ statusCode: 409, code: 'orden_no_se_paga', url: undefined })
	})
})
