import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import { expireOrders } from '#modules/checkout/server/expire-orders.ts'
import type { StaffCoupon } from '#modules/coupons/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, anOrder, logIn, orderRow, sendOrder, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
let boss = await theBoss(shop)

const terms = {
	codigo: 'NAVIDAD',
	tipo: 'porcentaje',
	valor: 10,
	minimo: 0,
	desde: null,
	hasta: null,
	usos: null,
	usos_cliente: null,
	solo_primera: false,
}
const create = (change: object) => boss.send('POST', '/api/admin_cupones/', { ...terms, ...change })
const numbersOf = async (codigo: string) =>
	(await boss.get('/api/admin_cupones/'))
		.json<{ results: StaffCoupon[] }>()
		.results.find((one) => one.codigo === codigo)

let phones = 944_444_444
async function order(customer: TestCustomer, cupon: string, change: Parameters<typeof anOrder>[0] = {}) {
	const session = await logIn(shop, customer.email, customer.password)
	const body = anOrder({ metodo_pago: 'efectivo', cupon, total: 26_991, telefono: String(phones++), ...change })
	return await sendOrder(shop, { ...customer, ...session }, body)
}
const validate = (customer: TestCustomer, codigo: string, subtotal = 29_990) =>
	callsWith(shop, customer.access).send('POST', '/api/cupones/validar/', { codigo, subtotal })

describe('a discount code created by staff', () => {
	it('is applied by the server, and counted with its sales', async () => {
		expect((await create({ codigo: ' navidad ' })).json()).toMatchObject({
			codigo: 'NAVIDAD',
			activo: true,
			ordenes: 0,
		})
		expect((await shop.app.inject('/api/checkout/')).json().hay_cupones).toBe(true)
		const ana = await aCustomer(shop, 'Ana')
		expect((await validate(ana, ' Navidad ')).json()).toEqual({ tipo: 'porcentaje', valor: 10, minimo: 0 })
		expect((await order(ana, 'navidad', { total: 29_990 })).json()).toMatchObject({
			code: 'total_cambio',
			total: 26_991,
			descuento: 2_999,
		})
		const placed = (await order(ana, 'navidad')).json()
		expect(await orderRow(shop, placed.orden_id)).toMatchObject({ cupon: 'NAVIDAD', descuento: 2_999, total: 26_991 })
		expect(await numbersOf('NAVIDAD')).toMatchObject({ ordenes: 1, descontado: 2_999, vendido: 0 })
		await boss.send('POST', `/api/admin_ordenes/${placed.orden_id}/entregar/`, {})
		expect(await numbersOf('NAVIDAD')).toMatchObject({ ordenes: 1, vendido: 26_991 })
	})

	it('ends once: a second click, or two at once, add nothing to the log', async () => {
		await create({ codigo: 'DOSVECES' })
		const end = () => boss.send('PUT', '/api/admin_cupones/DOSVECES/', { activo: false })
		const written = async () =>
			(await shop.database.db.select().from(auditoria).where(eq(auditoria.ref, 'DOSVECES'))).map(
				({ detalle }) => detalle,
			)
		const answers = await Promise.all([end(), end()])
		expect(answers.map((answer) => answer.json().activo)).toEqual([false, false])
		expect((await end()).json()).toMatchObject({ activo: false, estado: 'terminado' })
		expect(await written()).toEqual(['DOSVECES: 10 %', 'DOSVECES: terminado'])
		for (let n = 0; n < 2; n += 1) await boss.send('PUT', '/api/admin_cupones/DOSVECES/', { activo: true })
		expect(await written()).toEqual(['DOSVECES: 10 %', 'DOSVECES: terminado', 'DOSVECES: vale otra vez'])
	})

	it('is rejected when it ends during a checkout, and stays on orders placed before', async () => {
		await create({ codigo: 'JUSTOAHORA' })
		const ana = await aCustomer(shop, 'Ana')
		const placed = (await order(ana, 'JUSTOAHORA')).json()
		await boss.send('PUT', '/api/admin_cupones/JUSTOAHORA/', { activo: false })
		expect((await order(ana, 'JUSTOAHORA')).json().code).toBe('cupon_invalido')
		expect(await orderRow(shop, placed.orden_id)).toMatchObject({ cupon: 'JUSTOAHORA', total: 26_991 })
	})

	it("has a unique name, different from the environment's code", async () => {
		expect((await create({})).json()).toMatchObject({ code: 'cupon_repetido', campo: 'codigo' })
		expect((await create({ codigo: 'shaker5000' })).json().code).toBe('cupon_repetido')
		expect((await create({ codigo: 'ab' })).json()).toMatchObject({
			error: expect.stringContaining('Escribe un código'),
			campo: 'codigo',
		})
		// The environment's former code, which orders still carry.
		const julia = await aCustomer(shop, 'Julia')
		expect((await order(julia, 'shaker5000', { total: 24_990 })).statusCode).toBe(200)
		await shop.database.db.execute("update ordenes set cupon = 'ANTIGUO' where cupon = 'SHAKER5000'")
		expect((await create({ codigo: 'antiguo' })).json().code).toBe('cupon_repetido')
	})

	it('has numbers for any amount of sales, and rejects an invalid day', async () => {
		await create({ codigo: 'MUCHOS', tipo: 'monto', valor: 1 })
		const iris = await aCustomer(shop, 'Iris')
		for (let n = 0; n < 2; n += 1) await order(iris, 'MUCHOS', { total: 29_989 })
		await shop.database.db.execute("update ordenes set total = 2000000000, estado = 'pagada' where cupon = 'MUCHOS'")
		expect(await numbersOf('MUCHOS')).toMatchObject({ ordenes: 2, vendido: 4_000_000_000 })
		await shop.database.db.execute("update ordenes set total = 29989, estado = 'cancelado' where cupon = 'MUCHOS'")
		expect((await create({ codigo: 'FEBRERO', hasta: '2026-02-30' })).statusCode).toBe(400)
	})

	it('is valid from its minimum of products', async () => {
		await create({ codigo: 'MINIMO', tipo: 'monto', valor: 1_000, minimo: 50_000 })
		const benja = await aCustomer(shop, 'Benja')
		expect((await validate(benja, 'MINIMO')).json().code).toBe('cupon_invalido')
		expect((await validate(benja, 'MINIMO', 59_980)).statusCode).toBe(200)
		expect((await order(benja, 'MINIMO', { total: 29_990 })).json().code).toBe('cupon_invalido')
	})

	it('for first orders counts orders by account and by phone', async () => {
		await create({ codigo: 'PRIMERA', solo_primera: true })
		const [caro, dora] = [await aCustomer(shop, 'Caro'), await aCustomer(shop, 'Dora')]
		expect((await validate(caro, 'PRIMERA')).statusCode).toBe(200)
		expect((await order(caro, 'PRIMERA', { telefono: '955555555' })).statusCode).toBe(200)
		expect((await validate(caro, 'PRIMERA')).json().code).toBe('cupon_invalido')
		expect((await order(caro, 'PRIMERA')).json().code).toBe('cupon_invalido')
		expect((await order(dora, 'PRIMERA', { telefono: '955555555' })).json().code).toBe('cupon_invalido')
		expect((await order(dora, 'PRIMERA')).statusCode).toBe(200)
	})

	it('returns its use with a failed order, which cannot take it again once it is used up', async () => {
		await create({ codigo: 'UNAVEZ', usos: 1 })
		const [elsa, fran] = [await aCustomer(shop, 'Elsa'), await aCustomer(shop, 'Fran')]
		const first = (await order(elsa, 'UNAVEZ', { metodo_pago: 'flow' })).json()
		expect((await order(fran, 'UNAVEZ')).json()).toMatchObject({ code: 'cupon_invalido', error: 'Cupón no es válido' })
		expect(await numbersOf('UNAVEZ')).toMatchObject({ estado: 'agotado' })
		shop.clock.advanceMinutes(31)
		await expireOrders(shop.payments)
		expect((await order(fran, 'UNAVEZ')).statusCode).toBe(200)
		const { access } = await logIn(shop, elsa.email, elsa.password)
		const again = await callsWith(shop, access).send('POST', `/api/ordenes/${first.orden_id}/pagar/`)
		expect(again.json().code).toBe('cupon_invalido')
		boss = await theBoss(shop)
	})

	it('is invalid after staff ended it, until they reactivate it', async () => {
		await create({ codigo: 'TERMINADO' })
		const gina = await aCustomer(shop, 'Gina')
		const end = (activo: boolean) => boss.send('PUT', '/api/admin_cupones/TERMINADO/', { activo })
		expect((await end(false)).json()).toMatchObject({ activo: false })
		expect((await validate(gina, 'TERMINADO')).json().code).toBe('cupon_invalido')
		expect((await order(gina, 'TERMINADO')).json().code).toBe('cupon_invalido')
		await end(true)
		expect((await order(gina, 'TERMINADO')).statusCode).toBe(200)
		const log = (await boss.get('/api/admin_auditoria/?tipo=ajuste&id=TERMINADO')).json()
		expect(log.results.map(({ accion }: { accion: string }) => accion)).toEqual([
			'cupon_editado',
			'cupon_editado',
			'cupon_creado',
		])
		expect((await boss.send('PUT', '/api/admin_cupones/NINGUNO/', { activo: true })).statusCode).toBe(404)
	})

	it('with a later start is valid from that day', async () => {
		const day = (days: number) => daysLater(dayIn(shop.clock.now()), days)
		await create({ codigo: 'MANANA', desde: day(2), hasta: day(3) })
		const hugo = await aCustomer(shop, 'Hugo')
		expect((await order(hugo, 'MANANA')).json().code).toBe('cupon_invalido')
		shop.clock.advanceMinutes(3 * 24 * 60 - 12 * 60)
		expect((await order(hugo, 'MANANA')).statusCode).toBe(200)
	})
})
