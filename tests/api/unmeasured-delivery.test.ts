import { describe, expect, it } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, anOrder, orderRow, sendOrder } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop({ variables: { MAPS_PROVIDER: 'osm' } })

describe('an order whose delivery the provider could not measure', () => {
	it('charges no delivery, and is a case that blocks it until staff resolve it', async () => {
		const fault = { tipo: '503', ruta: '/osrm', veces: 1_000 }
		await fetch(`${shop.simulatorsUrl}/osm/_faults`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(fault),
		})
		const direccion = 'Avenida Vitacura 5950, Vitacura'
		const customer = await aCustomer(shop)
		const order = anOrder({ tipo_entrega: 'despacho', metodo_pago: 'efectivo', direccion })
		const { orden_id, despacho } = (await sendOrder(shop, customer, order)).json()
		expect(despacho).toBe(0)
		expect(await orderRow(shop, orden_id)).toMatchObject({
			atencion: 'despacho_sin_medir',
			entrega_detenida: true,
			plazo_entrega: null,
		})
		await shop.drainJobs()
		const mails = shop.inbox.mails().map(({ subject }) => subject)
		expect(mails).toContainEqual(expect.stringContaining('No se pudo medir un despacho'))

		const boss = await theBoss(shop)
		const waiting = async () => (await boss.get('/api/admin_reparto/')).json().despachos
		expect(await waiting()).toEqual([expect.objectContaining({ orden_id, detenida: true })])
		const key = { 'idempotency-key': crypto.randomUUID() }
		const plan = await boss.send('POST', '/api/admin_rondas/', { ordenes: [orden_id] }, key)
		expect(plan.json()).toMatchObject({ code: 'entrega_detenida' })
		expect((await boss.send('POST', `/api/admin_casos/${orden_id}/resolver/`, {})).statusCode).toBe(200)
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: null, entrega_detenida: false })
	})

	it('closes its case when it expires unpaid', async () => {
		const direccion = 'Avenida Vitacura 5950, Vitacura'
		const customer = await aCustomer(shop)
		const order = anOrder({ tipo_entrega: 'despacho', metodo_pago: 'efectivo', direccion })
		const { orden_id } = (await sendOrder(shop, customer, order)).json()
		const boss = await theBoss(shop)
		await boss.send('POST', `/api/admin_ordenes/${orden_id}/cancelar/`, {})
		expect(await orderRow(shop, orden_id)).toMatchObject({ estado: 'cancelado', atencion: null })
	})
})
