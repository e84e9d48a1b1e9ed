import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import { correos } from '#modules/orders/tables.ts'
import type { SaleAnswer } from '#modules/staff-sales/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, anOrder, aPlacedOrder, orderRow } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)

async function sold(forma: string, person: object): Promise<SaleAnswer> {
	const { metodo_pago: _, ...order } = anOrder()
	const sale = { ...order, forma, nombre: 'Rosa Díaz', ...person }
	return (await boss.send('POST', '/api/admin_ventas/', sale, { 'idempotency-key': randomUUID() })).json()
}
const dataOf = (orden_id: string) => boss.get(`/api/admin_ventas/${orden_id}/datos/`)
const forget = (orden_id: string) => boss.send('DELETE', `/api/admin_ventas/${orden_id}/datos/`)

it('gives a person without an account a copy of all their orders, and of no other person', async () => {
	const rosa = { email: 'rosa@correo.cl' }
	const [first, second] = [await sold('entregada', rosa), await sold('enlace', rosa)]
	await sold('entregada', { email: 'luis@correo.cl' })
	const data = (await dataOf(first.orden_id)).json()
	expect(data.ordenes.map(({ id }: { id: string }) => id).toSorted()).toEqual(
		[first.orden_id, second.orden_id].toSorted(),
	)
	expect(data.ordenes[0]).toMatchObject({ nombre: 'Rosa Díaz', email: 'rosa@correo.cl', telefono: '987654321' })
	expect(data).toMatchObject({ pagos: [], entregas: [], notas: [] })
})

it('erases the person from closed orders, and keeps the numbers', async () => {
	const ema = { email: 'ema@correo.cl', telefono: '955554444' }
	const [done, open] = [await sold('entregada', ema), await sold('enlace', ema)]
	expect((await forget(done.orden_id)).json()).toMatchObject({ code: 'accion_no_corresponde' })
	const cancel = { motivo: 'no pagó' }
	await boss.send('POST', `/api/admin_ordenes/${open.orden_id}/cancelar/`, cancel, { 'idempotency-key': randomUUID() })
	expect((await forget(done.orden_id)).statusCode).toBe(204)
	for (const { orden_id } of [done, open]) {
		expect(await orderRow(shop, orden_id)).toMatchObject({ nombre: '', email: '', telefono: '', total: 29_990 })
		const mails = await shop.database.db.select().from(correos).where(eq(correos.orden_id, orden_id))
		expect(mails.filter(({ destinatario }) => destinatario !== '')).toEqual([])
		const events = await shop.database.db.select().from(auditoria).where(eq(auditoria.ref, orden_id))
		expect(events.map(({ accion }) => accion)).toContain('datos_borrados')
	}
	expect((await forget(done.orden_id)).json()).toMatchObject({ code: 'orden_desconocida' })
})

it('is not for orders of an account, whose customer has these rights in the profile', async () => {
	const { orden_id } = await aPlacedOrder(shop, await aCustomer(shop))
	expect((await dataOf(orden_id)).statusCode).toBe(404)
	expect((await forget(orden_id)).statusCode).toBe(404)
	expect((await orderRow(shop, orden_id)).nombre).toBe('Camila Rojas')
})
