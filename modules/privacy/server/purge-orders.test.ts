import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, aPlacedOrder, logIn, orderRow } from '#tests/shop-helpers.ts'
import { callsWith } from '#tests/staff-helpers.ts'

const shop = await aShop()

/** Runs the daily job some days later. */
async function cleanAfter(days: number): Promise<void> {
	shop.clock.advanceMinutes(days * 24 * 60)
	await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'limpiar', {}))
	await shop.drainJobs()
}

it('deletes coordinates and metres of an order after a month, and keeps its address and delivery price', async () => {
	const { orden_id } = await aPlacedOrder(shop, await aCustomer(shop, 'Ana'))
	const position = { lat: -33.44, lng: -70.65, distancia_m: 6200 }
	const kept = { direccion: 'Moneda 970', comuna: 'Santiago', total: 33_490 }
	await shop.database.db
		.update(ordenes)
		.set({ ...position, ...kept })
		.where(eq(ordenes.id, orden_id))
	await cleanAfter(29)
	expect(await orderRow(shop, orden_id)).toMatchObject({ ...position, ...kept })
	await cleanAfter(2)
	expect(await orderRow(shop, orden_id)).toMatchObject({ lat: null, lng: null, distancia_m: null, ...kept })
})

it('deletes name, contact and address of an order that ended without money, 90 days after the last entry of its history', async () => {
	const ana = await aCustomer(shop, 'Ana')
	const cash = { metodo_pago: 'efectivo' } as const
	const [expired, paid] = [await aPlacedOrder(shop, ana, cash), await aPlacedOrder(shop, ana, cash)]
	const change = (orden_id: string, values: Partial<typeof ordenes.$inferInsert>) =>
		shop.database.db.update(ordenes).set(values).where(eq(ordenes.id, orden_id))
	await change(expired.orden_id, { estado: 'fallida', stock_tomado: false })
	await change(paid.orden_id, { estado: 'cancelado', stock_tomado: false, pagada_at: shop.clock.now() })
	const emails = async () => [
		(await orderRow(shop, expired.orden_id)).email,
		(await orderRow(shop, paid.orden_id)).email,
	]
	await cleanAfter(89)
	expect(await emails()).toEqual([ana.email, ana.email])
	await shop.database.db.insert(auditoria).values({
		tipo: 'orden',
		ref: expired.orden_id,
		accion: 'nota',
		despues: 'Llamó ayer',
		created_at: shop.clock.now(),
	})
	await cleanAfter(2)
	expect(await emails()).toEqual([ana.email, ana.email])
	await cleanAfter(89)
	expect(await emails()).toEqual(['', ana.email])
	expect(await orderRow(shop, expired.orden_id)).toMatchObject({
		nombre: '',
		telefono: '',
		direccion: '',
		total: expired.total,
	})
})

it('deletes the picture of a proof 190 days after the last entry of its history, not while a case is open or after a failure', async () => {
	const ana = await aCustomer(shop, 'Ana')
	const aProof = async (values: Partial<typeof ordenes.$inferInsert>) => {
		const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
		const set = { estado: 'completado', pagada_at: shop.clock.now(), ...values } as const
		await shop.database.db.update(ordenes).set(set).where(eq(ordenes.id, orden_id))
		const archivo = `comprobantes/${orden_id}.webp`
		await shop.files.put(archivo, new Uint8Array([1, 2, 3]), 'image/webp')
		const row = { id: orden_id, orden_id, archivo, bytes: 3, created_at: shop.clock.now() }
		await shop.database.db.insert(comprobantes).values(row)
		const note = { tipo: 'orden', ref: orden_id, accion: 'nota', created_at: shop.clock.now() } as const
		await shop.database.db.insert(auditoria).values(note)
		return orden_id
	}
	const done = await aProof({})
	const kept = [
		await aProof({ atencion: 'contracargo_abierto' }),
		await aProof({ estado: 'pagada' }),
		await aProof({ estado: 'cancelado', atencion: 'falta_devolver' }),
	]
	const stored = async (orden_id: string) => (await shop.files.get(`comprobantes/${orden_id}.webp`)) !== undefined
	await cleanAfter(189)
	expect(await stored(done)).toBe(true)

	const broken = vi.spyOn(shop.files, 'delete').mockRejectedValue(new Error('the disk is read-only'))
	await cleanAfter(2)
	broken.mockRestore()
	expect(await stored(done)).toBe(true)
	const { access } = await logIn(shop, ana.email, ana.password)
	const linkOf = async (orden_id: string) => {
		const { ordenes } = (await callsWith(shop, access).get('/api/perfil/ordenes/')).json()
		return ordenes.find(({ id }: { id: string }) => id === orden_id).comprobantes_descarga[0]
	}
	const link = await linkOf(done)
	expect((await shop.app.inject({ url: link })).statusCode).toBe(200)

	await cleanAfter(0)
	expect(await stored(done)).toBe(false)
	expect(await Promise.all(kept.map(stored))).toEqual([true, true, true])
	expect(await linkOf(done)).toBe('')
	expect((await shop.app.inject({ url: link })).statusCode).toBe(404)
	expect(await linkOf(kept[0] ?? '')).toContain('/api/comprobantes/')
})
