import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '#core/server/db/database.ts'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { payUnseen } from '#tests/gateways/pay-page.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, cartLine, logIn, orderRow, type TestCustomer } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

let postgres: PostgresServer
let shop: TestShop
let ana: TestCustomer
let provider: ReturnType<typeof gatewayHelpers>

beforeAll(async () => {
	postgres = await startPostgres()
	shop = await openTestShop({ database: await openPostgres(await postgres.createDatabase('otra-vez'), () => {}) })
	ana = await aCustomer(shop)
	provider = gatewayHelpers(shop, 'mercadopago')
})
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
	await shop.stop()
	await postgres.stop()
})

const order = (changes: Parameters<typeof aPlacedOrder>[2] = {}) =>
	aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')], ...changes })
const inParallel = <T>(run: () => Promise<T>) => Promise.all([1, 2, 3].map(run))

it('an order paid again while it expires is pending, with its units and a new time limit', async () => {
	const { orden_id } = await order()
	shop.clock.advanceMinutes(31)
	const [answers] = await Promise.all([
		inParallel(() => provider.payAgain(ana, orden_id)),
		inParallel(() => expireOrders(shop.payments)),
	])
	expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
	expect(new Set(answers.map((answer) => answer.json().init_point)).size).toBe(1)
	const row = await orderRow(shop, orden_id)
	expect(row).toMatchObject({ estado: 'pendiente', stock_tomado: true })
	expect(row.expires_at?.getTime()).toBeGreaterThan(shop.clock.now().getTime())
})

it('an order paid again while staff cancel it is cancelled, and reserves no units', async () => {
	const { orden_id } = await order()
	shop.clock.advanceMinutes(31)
	const boss = await theBoss(shop)
	const [answers, cancelled] = await Promise.all([
		inParallel(() => provider.payAgain(ana, orden_id)),
		boss.send('POST', `/api/admin_ordenes/${orden_id}/cancelar/`, {}),
	])
	for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
	expect(cancelled.statusCode).toBe(200)
	expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'cancelado', stock_tomado: false })
})

it('an order paid at its first page while it is paid again is paid once', async () => {
	const { orden_id, init_point } = await order()
	await payUnseen(init_point)
	shop.clock.advanceMinutes(31)
	await Promise.all([inParallel(() => provider.payAgain(ana, orden_id)), provider.runReconciler()])
	expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', stock_tomado: true, expires_at: null })
	expect(await provider.paymentsOf(orden_id)).toMatchObject([{ estado: 'aprobado', destino: 'aplicado' }])
})

it('a proof uploaded while its transfer expires is reviewed, with the units reserved', async () => {
	ana = { ...ana, ...(await logIn(shop, ana.email, ana.password)) }
	const { orden_id } = await order({ metodo_pago: 'transferencia' })
	const canvas = { width: 20, height: 20, channels: 3, background: 'white' } as const
	const picture = await sharp({ create: canvas }).png().toBuffer()
	const upload = () => {
		const form = new FormData()
		form.set('orden_id', orden_id)
		form.set('comprobante', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'foto.png')
		return fetch(`${shop.env.publicUrl}/api/subir_comprobante/`, { method: 'POST', body: form })
	}
	shop.clock.advanceMinutes(48 * 60 + 1)
	const [proof] = await Promise.all([upload(), inParallel(() => expireOrders(shop.payments))])
	expect(proof.status).toBe(200)
	expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'en_revision', stock_tomado: true })
})

it('an order with two pages paid at the same moment is paid once, and the other payment is refunded', async () => {
	const { orden_id, init_point: first } = await order()
	shop.clock.advanceMinutes(31)
	await expireOrders(shop.payments)
	const { init_point: second } = (await provider.payAgain(ana, orden_id)).json()
	expect(second).not.toBe(first)
	await Promise.all([payUnseen(first), payUnseen(second)])
	await Promise.all([provider.runReconciler(), provider.runReconciler()])
	await provider.runReconciler()
	expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'pagada', stock_tomado: true })
	const payments = await provider.paymentsOf(orden_id)
	expect(payments.map(({ estado, destino }) => [estado, destino]).sort()).toEqual([
		['aprobado', 'aplicado'],
		['aprobado', 'por_devolver'],
	])
})
