import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { productos } from '#modules/catalog/tables.ts'
import type { SettingValue } from '#modules/settings/setting-kinds.ts'
import type { SettingKey } from '#modules/settings/settings.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { aCustomer, anOrder, aPlacedOrder, cartLine, orderRow, sendOrder } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
const provider = gatewayHelpers(shop, 'mercadopago')
afterEach(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const quiet = { aviso: 'nunca', sin_volver: 'si' }
async function set(clave: SettingKey, valor: SettingValue): Promise<void> {
	const answer = await boss.send('PUT', `/api/admin_ajustes/${clave}/`, { valor })
	if (answer.statusCode !== 200) throw new Error(answer.body)
}

describe('an order that waits for its payment', () => {
	it('retains its discount after the coupon ended, also when it is paid again', async () => {
		const terms = { codigo: 'PRIMAVERA', tipo: 'monto', valor: 4_000, minimo: 0, desde: null, hasta: null }
		const limits = { usos: 1, usos_cliente: null, solo_primera: false }
		expect((await boss.send('POST', '/api/admin_cupones/', { ...terms, ...limits })).statusCode).toBe(200)
		const order = await aPlacedOrder(shop, ana, { cupon: 'PRIMAVERA', total: 25_990 })
		expect((await boss.send('PUT', '/api/admin_cupones/PRIMAVERA/', { activo: false })).statusCode).toBe(200)
		const again = await provider.payAgain(ana, order.orden_id)
		expect(again.statusCode).toBe(200)
		await pay(again.json().init_point, 'Aprobar pago', quiet)
		await provider.runReconciler()
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', descuento: 4_000, total: 25_990 })
	})

	it('can be paid, and paid again after a refusal, while the shop is closed; new orders are rejected', async () => {
		const [paid, refused] = [await aPlacedOrder(shop, ana), await aPlacedOrder(shop, ana)]
		await set('tienda_cerrada', true)
		await pay(paid.init_point, 'Aprobar pago', quiet)
		await pay(refused.init_point, 'Rechazar pago', quiet)
		await provider.runReconciler()
		expect(await provider.estadoOf(paid.orden_id)).toBe('pagada')
		expect(await provider.estadoOf(refused.orden_id)).toBe('fallida')
		const again = await provider.payAgain(ana, refused.orden_id)
		expect(again.statusCode).toBe(200)
		await pay(again.json().init_point, 'Aprobar pago', quiet)
		await provider.runReconciler()
		expect(await provider.estadoOf(refused.orden_id)).toBe('pagada')
		expect((await sendOrder(shop, ana, anOrder())).json().code).toBe('tienda_cerrada')
		await set('tienda_cerrada', false)
	})

	it('can be paid after its colour was taken off sale, while a cart with that colour is rejected with its name', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Celeste')] })
		const [celeste] = await shop.database.db.select().from(productos).where(eq(productos.color, 'Celeste'))
		expect((await boss.send('DELETE', `/api/admin_productos/${celeste?.id}/`)).statusCode).toBeLessThan(300)
		await pay(order.init_point, 'Aprobar pago', quiet)
		await provider.runReconciler()
		expect(await provider.estadoOf(order.orden_id)).toBe('pagada')

		const lines = [cartLine('Celeste'), cartLine('Negro')]
		const items = lines.map(({ sku, color }) => ({ sku, color }))
		const refreshed = await shop.app.inject({ method: 'POST', url: '/api/cart/refresh/', payload: { items } })
		expect(refreshed.json().items.map(({ color }: { color: string }) => color)).toEqual(['Negro'])
		const both = await sendOrder(shop, ana, anOrder({ carrito: lines }))
		expect(both.json()).toMatchObject({ error: expect.stringContaining('Celeste') })
		expect(both.statusCode).toBeLessThan(500)
	})
})

describe("the owner's texts", () => {
	const attack = '<img src=x onerror=alert(1)>'

	it('are escaped in mails, with any content', async () => {
		await set('vendedor_nombre', `Batidos ${attack}`)
		await set('retiro_estacion', `Metro ${attack}`)
		await set('plazo_entrega', '"><b>3 días</b>')
		const benja = await aCustomer(shop, 'Benja')
		await aPlacedOrder(shop, benja, { metodo_pago: 'transferencia' })
		await shop.drainJobs()
		const html = shop.inbox.mails().findLast(({ to }) => to === benja.email)?.html
		expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
		expect(html).not.toMatch(/<img src=x|<b>3/)
	})

	it('are rendered only as name and swatch when they describe a colour', async () => {
		const add = (change: object) =>
			boss.send('POST', '/api/admin_productos/colores/', {
				color: 'Lila',
				muestra: '#aa88cc',
				precio: 29_990,
				...change,
			})
		for (const change of [{ color: `Lila${attack}` }, { color: 'Li"a' }, { muestra: 'red}body{display:none' }]) {
			expect((await add(change)).statusCode).toBeGreaterThanOrEqual(400)
		}
	})
})
