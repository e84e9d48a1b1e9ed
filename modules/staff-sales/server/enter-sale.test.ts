import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { productos } from '#modules/catalog/tables.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { correos } from '#modules/orders/tables.ts'
import type { EnterSaleRequest, SaleAnswer } from '#modules/staff-sales/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import {
	aCustomer,
	anOrder,
	aPlacedOrder,
	brokenLedgers,
	cartLine,
	orderRow,
	sendOrder,
	stockOf,
} from '#tests/shop-helpers.ts'
import { aClerk, callsWith, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const provider = gatewayHelpers(shop, 'mercadopago')

/** A sale of one bottle to a person without an account, paid by link. */
function aSale({
	cantidad = 1,
	color = 'Negro',
	...changes
}: Partial<EnterSaleRequest> & { cantidad?: number; color?: string } = {}) {
	const { metodo_pago: _, ...order } = anOrder({ carrito: [cartLine(color, cantidad)] })
	return { ...order, forma: 'enlace', nombre: 'Rosa Díaz', email: 'Rosa.Diaz@correo.cl', ...changes }
}

async function enter(sale: object, key: string = randomUUID(), seller?: Awaited<ReturnType<typeof theBoss>>) {
	const calls = seller ?? (await theBoss(shop))
	return await calls.send('POST', '/api/admin_ventas/', sale, { 'idempotency-key': key })
}

async function entered(sale: object): Promise<SaleAnswer> {
	const answer = await enter(sale)
	expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
	return answer.json()
}

async function endHolds() {
	await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'vencer_ordenes', {}))
	await shop.drainJobs()
}

const opened = (path: string) => shop.app.inject({ url: path.replace('/orden/', '/api/orden/') })
const paid = (path: string, body: object = {}) =>
	shop.app.inject({ method: 'POST', url: `${path.replace('/orden/', '/api/orden/')}/pagar/`, payload: body })
const mailsOf = async (orden_id: string) =>
	(await shop.database.db.select().from(correos).where(eq(correos.orden_id, orden_id)))
		.filter(({ destinatario }) => destinatario.startsWith('rosa'))
		.map(({ plantilla }) => plantilla)
const accountOf = async (email: string) =>
	(await shop.database.db.select().from(usuarios).where(eq(usuarios.email, email)))[0]

describe('a sale paid by link', () => {
	it('reserves the last unit for 48 hours, also after its page was opened, and is paid on the existing pages', async () => {
		await shop.database.db.update(productos).set({ stock: 1 }).where(eq(productos.color, 'Blanco'))
		const sale = await entered(aSale({ color: 'Blanco' }))
		expect(sale).toMatchObject({ estado: 'pendiente', total: 29_990, nombre: 'Rosa Díaz', telefono: '987654321' })
		expect(await stockOf(shop, 'Blanco')).toBe(0)
		const end = Date.parse(sale.expires_at ?? '')
		expect(end - shop.clock.now().getTime()).toBeCloseTo(48 * 3_600_000, -4)

		shop.clock.advanceMinutes(60)
		expect((await paid(sale.enlace)).statusCode).toBe(200)
		shop.clock.advanceMinutes(46 * 60)
		await endHolds()
		expect(await orderRow(shop, sale.orden_id)).toMatchObject({ estado: 'pendiente', stock_tomado: true })
		const page: { init_point: string } = (await paid(sale.enlace, { metodo_pago: 'mercadopago' })).json()
		await pay(page.init_point, 'Aprobar pago', { aviso: 'nunca', sin_volver: 'si' })
		await provider.runReconciler()
		await shop.drainJobs()
		expect(await orderRow(shop, sale.orden_id)).toMatchObject({ estado: 'pagada', user: null })
		expect((await paid(sale.enlace)).json()).toMatchObject({ code: 'orden_no_se_paga' })
		expect(await mailsOf(sale.orden_id)).toEqual(['orden_recibida', 'pago_confirmado'])
	})

	it('gives its units back when nobody pays', async () => {
		const before = await stockOf(shop, 'Negro')
		const sale = await entered(aSale({ cantidad: 2 }))
		expect(await stockOf(shop, 'Negro')).toBe(before - 2)
		shop.clock.advanceMinutes(48 * 60 + 6)
		await endHolds()
		expect(await orderRow(shop, sale.orden_id)).toMatchObject({ estado: 'fallida', stock_tomado: false })
		expect(await stockOf(shop, 'Negro')).toBe(before)
	})

	it('offers the panel its link until it is paid or cancelled, and says who sold it', async () => {
		const { orden_id } = await entered(aSale())
		const boss = await theBoss(shop)
		const read = async () => (await boss.get(`/api/admin_ordenes/${orden_id}/`)).json<OrderDetail>()
		const { enlace_pago, vendida, historia } = await read()
		expect(vendida).toEqual({ forma: 'enlace', usuario: 'jefa@premiumshaker.cl' })
		expect(historia).toContainEqual(expect.objectContaining({ accion: 'creada', usuario: 'jefa@premiumshaker.cl' }))
		expect((await opened(enlace_pago ?? '')).json()).toMatchObject({
			id: orden_id,
			vendida: { reservada_hasta: expect.any(String) },
		})
		const cancel = { motivo: 'se arrepintió' }
		await boss.send('POST', `/api/admin_ordenes/${orden_id}/cancelar/`, cancel, { 'idempotency-key': randomUUID() })
		expect((await read()).enlace_pago).toBeNull()
		expect((await paid(enlace_pago ?? '')).statusCode).toBe(409)
	})
})

describe('cash now', () => {
	it('is paid and delivered in one press, with one mail and no order to hand over', async () => {
		const [before, now] = [await stockOf(shop, 'Negro'), shop.clock.now()]
		const sale = await entered(aSale({ forma: 'entregada', cantidad: 2 }))
		const order = await orderRow(shop, sale.orden_id)
		expect(order).toMatchObject({ estado: 'completado', metodo_pago: 'efectivo', total: 59_980, expires_at: null })
		expect(order.pagada_at?.getTime()).toBeGreaterThanOrEqual(now.getTime())
		expect(await stockOf(shop, 'Negro')).toBe(before - 2)
		expect(await mailsOf(sale.orden_id)).toEqual(['pago_confirmado'])
		expect((await enter(aSale({ forma: 'entregada', tipo_entrega: 'despacho' }))).json()).toMatchObject({
			code: 'valor_invalido',
		})
	})
})

describe('other ways and prices', () => {
	it.each(['transferencia', 'efectivo'] as const)('waits for %s as an order of the checkout does', async (forma) => {
		const sale = await entered(aSale({ forma }))
		expect(await orderRow(shop, sale.orden_id)).toMatchObject({ metodo_pago: forma, estado: 'pendiente' })
	})

	it('takes no price: the coupon is the discount, and another total than the shown one is refused', async () => {
		const refused = await enter(aSale({ total: 10_000 }))
		expect([refused.statusCode, refused.json()]).toEqual([
			409,
			expect.objectContaining({ code: 'total_cambio', total: 29_990 }),
		])
		const boss = await theBoss(shop)
		const always = { desde: null, hasta: null, usos: null, usos_cliente: null, solo_primera: false }
		const coupon = { codigo: 'FERIA2026', tipo: 'monto', valor: 5000, minimo: 0, ...always }
		expect((await boss.send('POST', '/api/admin_cupones/', coupon)).body).toContain('FERIA2026')
		const sale = await entered(aSale({ cupon: 'feria2026', total: 24_990 }))
		expect(await orderRow(shop, sale.orden_id)).toMatchObject({ descuento: 5000, total: 24_990, cupon: 'FERIA2026' })
		expect((await enter(aSale({ cupon: 'NADA' }))).json()).toMatchObject({ code: 'cupon_invalido' })
	})

	it('delivers at the price of the distance', async () => {
		const quoted = await shop.app.inject({
			url: `/api/despacho/cotizacion/?direccion=${encodeURIComponent('Irarrázaval 3650, Ñuñoa')}`,
		})
		const quote: { lugar_id: string; costo: number; cotizacion: string } = quoted.json()
		const address = {
			tipo_entrega: 'despacho' as const,
			direccion: 'Irarrázaval 3650, Ñuñoa',
			lugar_id: quote.lugar_id,
		}
		const sale = await entered(aSale({ ...address, cotizacion: quote.cotizacion, total: 29_990 + quote.costo }))
		expect(await orderRow(shop, sale.orden_id)).toMatchObject({ despacho: quote.costo, comuna: 'Ñuñoa' })
	})
})

describe('whom it is for', () => {
	it('never attaches an order to an account by a typed address, and its sent link proves no address', async () => {
		const ana = await aCustomer(shop, 'Ana')
		const typed = await entered(aSale({ email: ana.email }))
		expect(await orderRow(shop, typed.orden_id)).toMatchObject({ user: null, email: ana.email })
		const { id } = (await accountOf(ana.email)) ?? { id: 0 }
		const chosen = await entered(aSale({ cliente_id: id, nombre: undefined, email: undefined }))
		expect(await orderRow(shop, chosen.orden_id)).toMatchObject({ user: id, nombre: 'Ana Rojas', email: ana.email })
		expect((await opened(chosen.enlace)).statusCode).toBe(200)
		expect(await accountOf(ana.email)).toMatchObject({ correo_leido_at: null, telefono: '' })
	})

	it('refuses an unknown or blocked account, and a person without a name or an address', async () => {
		const ben = await aCustomer(shop, 'Ben')
		const { id } = (await accountOf(ben.email)) ?? { id: 0 }
		await shop.database.db.update(usuarios).set({ bloqueada_at: new Date() }).where(eq(usuarios.id, id))
		const code = async (changes: Parameters<typeof aSale>[0]) => (await enter(aSale(changes))).json().code
		expect(await code({ cliente_id: id })).toBe('cuenta_bloqueada')
		expect(await code({ cliente_id: 999_999 })).toBe('usuario_desconocido')
		expect(await code({ nombre: undefined })).toBe('nombre_invalido')
		expect(await code({ email: 'rosa@' })).toBe('correo_invalido')
		expect(await code({ telefono: '123' })).toBe('telefono_invalido')
		expect(await code({ carrito: [], total: 0 })).toBe('carrito_vacio')
		expect(await code({ color: 'Fucsia' })).toBe('sin_stock')
	})

	it('is for staff, any of them', async () => {
		const ana = await aCustomer(shop, 'Ana')
		expect((await enter(aSale(), randomUUID(), callsWith(shop, ana.access))).statusCode).toBe(403)
		expect((await enter(aSale(), randomUUID(), await aClerk(shop))).statusCode).toBe(200)
	})
})

it('makes one order of two presses with one key, and refuses the key of another sale', async () => {
	const [key, boss] = [randomUUID(), await theBoss(shop)]
	const [first, second] = await Promise.all([enter(aSale(), key, boss), enter(aSale(), key, boss)])
	expect([first.statusCode, second.statusCode]).toEqual([200, 200])
	expect(first.json<SaleAnswer>().orden_id).toBe(second.json<SaleAnswer>().orden_id)
	expect((await enter(aSale({ cantidad: 2 }), key, boss)).json()).toMatchObject({ code: 'clave_repetida' })
})

it('has no limits of customers, and sells while the shop is closed', async () => {
	const [ana, boss] = [await aCustomer(shop, 'Ana'), await theBoss(shop)]
	const set = (clave: string, valor: unknown) => boss.send('PUT', `/api/admin_ajustes/${clave}/`, { valor })
	await set('limite_ordenes_abiertas', 5)
	await set('limite_unidades_linea', 20)
	await set('tienda_cerrada', true)
	for (let sale = 0; sale < 7; sale += 1) await entered(aSale({ telefono: '911112222' }))
	expect((await enter(aSale({ cantidad: 21, total: 21 * 29_990 }))).json()).toMatchObject({ code: 'limite_unidades' })
	expect((await sendOrder(shop, ana, anOrder())).json()).toMatchObject({ code: 'tienda_cerrada' })
	await set('tienda_cerrada', false)
	expect((await sendOrder(shop, ana, anOrder({ telefono: '911112222' }))).json()).toMatchObject({
		code: 'limite_ordenes',
	})
})

it('is counted among the sales of its day, with the paid ones alone', async () => {
	const boss = await theBoss(shop)
	const today = dayIn(shop.clock.now())
	const read = async () =>
		(await boss.get(`/api/admin_resumen/?desde=${today}&hasta=${today}`)).json().ventas_del_equipo
	const { ordenes, ventas } = await read()
	await entered(aSale())
	await entered(aSale({ forma: 'entregada' }))
	await aPlacedOrder(shop, await aCustomer(shop), { telefono: '922223333' })
	expect(await read()).toEqual({ ordenes: ordenes + 1, ventas: ventas + 29_990 })
	expect(await brokenLedgers(shop)).toEqual(['Blanco'])
})
