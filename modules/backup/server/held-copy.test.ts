import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import { holdCopy } from '#core/server/db/held-copy.ts'
import { aShop } from '#tests/a-shop.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { aCustomer, anOrder, aPlacedOrder } from '#tests/shop-helpers.ts'
import { aClerk, callsWith, theBoss } from '#tests/staff-helpers.ts'

const database = await openTestDatabase()
await database.db.transaction(holdCopy)
const shop = await aShop({ database })
await shop.startJobs()

describe('a restored copy', () => {
	it('refuses orders and payments, calls no gateway and sends no mail, and is ready for its panel', async () => {
		const customer = await aCustomer(shop)
		const { send } = callsWith(shop, customer.access)
		await send('POST', '/api/auth/password-reset/', { email: customer.email })
		for (const path of [
			'/api/crear_orden/',
			'/api/ordenes/x/pagar/',
			'/api/orden/x/pagar/',
			'/api/subir_comprobante/',
		]) {
			const answer = await send('POST', path, anOrder({ metodo_pago: 'efectivo' }))
			expect(answer.statusCode).toBe(409)
			expect(answer.json()).toMatchObject({ code: 'copia_retenida', error: expect.stringContaining('es una copia') })
		}
		for (const gateway of shop.payments.gateways.values())
			for (const call of [gateway.probe(), gateway.read({ id: randomUUID(), gateway_ref: 'x' })])
				await expect(call).rejects.toThrow('a restored copy calls no gateway')
		await shop.drainJobs()
		// Nor does a held call count as a failure of the gateway.
		expect((await shop.app.inject('/metricas')).body).not.toContain('tienda_pasarela_segundos_count{')
		expect(shop.inbox.mails()).toEqual([])
		expect((await shop.app.inject('/salud/listo')).statusCode).toBe(200)
	})

	it('tells staff what waits, and becomes the shop by a superuser alone', async () => {
		const clerk = await aClerk(shop)
		expect((await clerk.get('/api/admin_copia/')).json()).toEqual({
			retenida: true,
			correos: 1,
			devoluciones: 0,
			vencidas: 0,
			editable: false,
		})
		expect((await clerk.send('POST', '/api/admin_copia/abrir/')).json()).toMatchObject({ code: 'solo_superusuario' })
	})

	it('sells and sends what waited, in the same process, once it is the shop', async () => {
		const boss = await theBoss(shop)
		for (let time = 0; time < 2; time++)
			expect((await boss.send('POST', '/api/admin_copia/abrir/')).json()).toEqual({ retenida: false })
		expect((await boss.get('/api/admin_copia/')).json()).toMatchObject({ retenida: false, correos: 0 })
		await expect.poll(() => shop.inbox.mails().length).toBeGreaterThanOrEqual(1)
		const customer = await aCustomer(shop, 'Berta')
		expect(await aPlacedOrder(shop, customer, { metodo_pago: 'webpay' })).toMatchObject({ estado: 'pendiente' })
		const rows = await shop.database.db.select().from(auditoria)
		expect(rows.filter(({ accion }) => accion === 'copia_abierta')).toHaveLength(1)
	})
})
