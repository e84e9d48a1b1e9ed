import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { aCustomer, anOrder, aPlacedOrder, cartLine, logIn, orderRow, sendOrder, stockOf } from '#tests/shop-helpers.ts'
import { callsWith, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop({ limits: 'sold' })
await shop.database.db.execute(sql`update productos set stock = 200`)
await shop.database.db.execute(sql`update movimientos_stock set cantidad = 200`)
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

let phones = 911_111_111
const aPhone = () => String(phones++)
const set = async (clave: string, valor: number | string | null) => {
	const answer = await (await theBoss(shop)).send('PUT', `/api/admin_ajustes/${clave}/`, { valor })
	expect(answer.statusCode).toBe(200)
}
/** Runs the periodic job and returns its mails. */
const aRound = async () => {
	const { db, jobs } = shop.payments
	await db.transaction((tx) => jobs.enqueue(tx, 'vigilar_atrasos', {}))
	await shop.drainJobs()
}
const unpaid = (changes: Parameters<typeof anOrder>[0] = {}) => anOrder({ metodo_pago: 'efectivo', ...changes })

describe('the units of one order', () => {
	it('are limited by colour and in total, with a clear message and without reserving stock', async () => {
		const ana = await aCustomer(shop, 'Ana')
		const before = await stockOf(shop, 'Negro')
		const line = await sendOrder(shop, ana, unpaid({ carrito: [cartLine('Negro', 21)] }))
		expect(line.statusCode).toBe(422)
		expect(line.json()).toMatchObject({
			code: 'limite_unidades',
			limite: 20,
			error:
				'Puedes llevar hasta 20 unidades de cada color en un pedido. Si necesitas más, escríbenos y lo vemos contigo.',
		})
		const twice = await sendOrder(shop, ana, unpaid({ carrito: [cartLine('Negro', 11), cartLine('Negro', 10)] }))
		expect(twice.json().code).toBe('limite_unidades')
		const carrito = [cartLine('Negro', 20), cartLine('Blanco', 20), cartLine('Rosado', 1)]
		const whole = await sendOrder(shop, ana, unpaid({ carrito }))
		expect(whole.json()).toMatchObject({ code: 'limite_unidades', limite: 40 })
		expect(await stockOf(shop, 'Negro')).toBe(before)
		const most = unpaid({ carrito: [cartLine('Negro', 20), cartLine('Blanco', 20)], telefono: aPhone() })
		expect((await sendOrder(shop, ana, most)).statusCode).toBe(200)
		// The limit applies before the unpaid-order limit: paying the open order would not help.
		const beyond = await sendOrder(shop, ana, unpaid({ carrito: [cartLine('Negro', 61)] }))
		expect(beyond.json()).toMatchObject({ code: 'limite_unidades', limite: 20 })
	})

	it('follow the limits set by staff at once, also on the pages', async () => {
		const eva = await aCustomer(shop, 'Eva')
		await set('limite_unidades_linea', 2)
		const order = unpaid({ carrito: [cartLine('Negro', 3)], telefono: aPhone() })
		expect((await sendOrder(shop, eva, order)).json().code).toBe('limite_unidades')
		const answer = await shop.app.inject('/api/products/PREM-SHAKER-650/availability')
		expect(answer.json().limites).toEqual({ limite_unidades_linea: 2, limite_unidades_orden: 40 })
		await set('limite_unidades_linea', 20)
		expect((await sendOrder(shop, eva, order)).statusCode).toBe(200)
	})
})

describe('the limit of unpaid orders', () => {
	it('allows five of one account with any phones; a paid or cancelled one frees a place', async () => {
		const boss = await theBoss(shop)
		const benja = await aCustomer(shop, 'Benja')
		const orders = []
		for (let n = 0; n < 5; n++) orders.push(await aPlacedOrder(shop, benja, unpaid({ telefono: aPhone() })))
		const sixth = await sendOrder(shop, benja, unpaid({ telefono: aPhone() }))
		expect(sixth.statusCode).toBe(422)
		expect(sixth.json()).toMatchObject({ code: 'limite_ordenes', limite: 5 })
		expect(sixth.json().error).toContain('Paga uno desde tus órdenes, o escríbenos para cancelarlo')
		await boss.send('PUT', `/api/admin_ordenes/${orders[0]?.orden_id}/`, { estado: 'pagada' })
		await aPlacedOrder(shop, benja, unpaid({ telefono: aPhone() }))
		expect((await sendOrder(shop, benja, unpaid({ telefono: aPhone() }))).json().code).toBe('limite_ordenes')
		await boss.send('PUT', `/api/admin_ordenes/${orders[1]?.orden_id}/`, { estado: 'cancelado' })
		await aPlacedOrder(shop, benja, unpaid({ telefono: aPhone() }))
	})

	it('allows five of one phone with any accounts', async () => {
		const telefono = aPhone()
		for (let n = 0; n < 5; n++) await aPlacedOrder(shop, await aCustomer(shop, `Caro${n}`), unpaid({ telefono }))
		const other = await aCustomer(shop, 'Dora')
		expect((await sendOrder(shop, other, unpaid({ telefono: `+56 ${telefono}` }))).json().code).toBe('limite_ordenes')
		expect((await sendOrder(shop, other, unpaid({ telefono: aPhone() }))).statusCode).toBe(200)
	})

	it('allows sixty reserved units in total', async () => {
		const fran = await aCustomer(shop, 'Fran')
		const carrito = [cartLine('Blanco', 15), cartLine('Celeste', 15)]
		for (let n = 0; n < 2; n++) await aPlacedOrder(shop, fran, unpaid({ carrito, telefono: aPhone() }))
		const refused = await sendOrder(shop, fran, unpaid({ telefono: aPhone() }))
		expect(refused.json()).toMatchObject({ code: 'limite_unidades', limite: 60 })
	})

	it('cannot be exceeded by paying failed orders again', async () => {
		const gabi = await aCustomer(shop, 'Gabi')
		const old = await aPlacedOrder(shop, gabi, { telefono: aPhone() })
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		expect((await orderRow(shop, old.orden_id)).estado).toBe('fallida')
		for (let n = 0; n < 5; n++) await aPlacedOrder(shop, gabi, unpaid({ telefono: aPhone() }))
		const { access } = await logIn(shop, gabi.email, gabi.password)
		const again = await callsWith(shop, access).send('POST', `/api/ordenes/${old.orden_id}/pagar/`)
		expect(again.json().code).toBe('limite_ordenes')
		expect(await orderRow(shop, old.orden_id)).toMatchObject({ estado: 'fallida', stock_tomado: false })
	})
})

it('staff get a mail when unpaid orders reserve a large part of the stock, and another when it happens again', async () => {
	await shop.drainJobs()
	const mails = () =>
		shop.inbox.mails().filter(({ to, subject }) => to === staffLogin.email && subject.includes('está sin pagar'))
	const before = mails().length
	await aRound()
	await set('aviso_reserva', 5)
	for (let n = 0; n < 3; n++) {
		await aRound()
		await aPlacedOrder(shop, await aCustomer(shop, `Hugo${n}`), unpaid({ telefono: aPhone() }))
	}
	expect(mails()).toHaveLength(before + 1)
	await set('aviso_reserva', 100)
	await aRound()
	await set('aviso_reserva', 5)
	await aRound()
	expect(mails()).toHaveLength(before + 2)
})
