import { afterAll, beforeAll, expect, it } from 'vitest'
import {
	confirmationParts,
	orderDetailParts,
	ownDataParts,
	ownOrderParts,
	privateOrderParts,
	profileParts,
	staffOrderParts,
} from '#modules/lists/shapes.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { staffLogin, type TestShop } from '#tests/open-shop.ts'
import { returnFromGateway, returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { aPlain } from '#tests/pictures.ts'
import { openObservedShop } from '#tests/pinned/observed-routes.ts'
import { SpecifiedCalls } from '#tests/pinned/specified-calls.ts'
import { callsOf, linkIn, logInWithGoogle, type StoryCalls, withKey } from '#tests/pinned/story/storyteller.ts'
import { aCustomer, aPlacedOrder, cartLine, logIn, type TestCustomer } from '#tests/shop-helpers.ts'

/** The fields that optional modules add to answers. Without them the shop answers the same with and without the modules. */
const ofModules = new Set(
	[
		ownDataParts,
		profileParts,
		confirmationParts,
		orderDetailParts,
		ownOrderParts,
		privateOrderParts,
		staffOrderParts,
	].flatMap((parts) => Object.keys(parts)),
)

function withoutModules(payload: string): string {
	if (!payload.startsWith('{') && !payload.startsWith('[')) return payload
	return JSON.stringify(JSON.parse(payload, (name, value) => (ofModules.has(name) ? undefined : value)))
}

const specified = new SpecifiedCalls(withoutModules)
let shop: TestShop

beforeAll(async () => {
	;({ shop } = await openObservedShop({}, (app) => specified.watch(app)))
	// A few minutes into an hour: all of it happens on one day.
	shop.clock.advanceMinutes(65 - shop.clock.now().getUTCMinutes())
})
afterAll(() => shop.stop())

async function runAccount(visitor: StoryCalls, { email }: TestCustomer): Promise<void> {
	await visitor.answer('POST', '/api/auth/password-reset/', { email })
	const [uid = '', token = ''] = (await linkIn({ shop }, email, /\/reset-password\/(\S+)/)).split('/')
	await visitor.answer('GET', `/api/auth/password-reset/validate/?uid=${uid}&token=${token}`)
	const new_password = 'cuatro palabras bien juntas'
	await visitor.answer('POST', '/api/auth/password-reset/confirm/', { uid, token, new_password })
}

/** Orders by each method; returns the one in cash. */
async function runOrders(visitor: StoryCalls, customer: TestCustomer): Promise<string> {
	const order = (metodo_pago: 'mercadopago' | 'flow' | 'transferencia' | 'efectivo') =>
		aPlacedOrder(shop, customer, { metodo_pago })
	const mercadopago = await order('mercadopago')
	await returnFromMercadoPago(shop, await pay(mercadopago.init_point, 'Aprobar pago'))
	const flow = await order('flow')
	const back = await returnFromGateway(shop, await pay(flow.payment_url, 'Aprobar pago'))
	await visitor.answer('GET', `/api/flow/status/${back.search}`)
	await visitor.answer('GET', `/api/flow/message/?nro_orden=${flow.orden_id}`)
	const transfer = await order('transferencia')
	await visitor.answer('GET', `/api/orden_transferencia_exitosa/?orden_id=${transfer.orden_id}`)
	const proof = { orden_id: transfer.orden_id }
	await visitor.upload('POST', '/api/subir_comprobante/', 'comprobante', await aPlain(400, 600), proof)
	const cash = await order('efectivo')
	await visitor.answer('GET', `/api/orden_efectivo_exitosa/?orden_id=${cash.orden_id}`)
	await shop.drainJobs()
	return cash.orden_id
}

async function runPanel(boss: StoryCalls, orderId: string): Promise<void> {
	await boss.answer('PUT', `/api/admin_ordenes/${orderId}/`, { total: 28_990 })
	await boss.answer('GET', '/api/admin_listar_ordenes/?nro_orden=100')
	const { results } = await boss.json<{ results: { id: number; is_staff: boolean }[] }>('GET', '/api/admin_usuarios/')
	const customer = results.find(({ is_staff }) => !is_staff)
	await boss.answer('PUT', `/api/admin_usuarios/${customer?.id}/`, { is_staff: true })
	const colour = { nombre: 'Premium Shaker', sku: 'PREM-SHAKER-650', color: 'Verde', precio: 29_990, stock: 4 }
	const body = { ...colour, low_stock_threshold: 2 }
	const product = await boss.json<{ id: number }>('POST', '/api/admin_productos/', body, withKey())
	await boss.answer('PATCH', `/api/admin_productos/${product.id}/`, { precio: 27_990 })
	await boss.answer('GET', '/api/admin_productos/?q=Verde')
	await boss.answer('DELETE', `/api/admin_productos/${product.id}/`)
}

it('answers each specified call as recorded, whatever modules the shop has', async () => {
	const visitor = callsOf({ shop })
	const { sku } = cartLine()
	await visitor.answer('GET', `/api/products/${sku}/availability/`)
	await visitor.answer('POST', '/api/cart/refresh/', { items: [{ sku, color: 'Negro' }] })
	const customer = await aCustomer(shop)
	const orderId = await runOrders(visitor, customer)
	await callsOf({ shop }, customer.access).answer('GET', '/api/perfil/')
	await runAccount(visitor, customer)
	await logInWithGoogle({ shop })
	const { access } = await logIn(shop, staffLogin.email, staffLogin.password)
	await runPanel(callsOf({ shop }, access), orderId)
	await expect(specified.text()).toMatchFileSnapshot('recorded-calls.txt')
})
