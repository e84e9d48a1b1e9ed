import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase, Transaction } from '#core/server/db/database.ts'
import { followCatalogChanges } from '#core/server/jobs/catalog-changes.ts'
import { openJobs } from '#core/server/jobs/jobs.ts'
import { ensureFirstStaff } from '#modules/accounts/server/accounts.ts'
import { demoStock, seedCatalog } from '#modules/catalog/staff/server/products.ts'
import { type ProductRow, productos } from '#modules/catalog/tables.ts'
import { hooks } from '#modules/lists/hooks.ts'
import {
	lockProducts,
	notifyLowStock,
	returnStock,
	shortageOf,
	takeStock,
} from '#modules/orders/server/reserve-stock.ts'
import { movimientosStock } from '#modules/orders/tables.ts'
import { ajustes } from '#modules/settings/tables.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { brokenLedgers } from '#tests/shop-helpers.ts'
import { mailRecorder, noJobs, writeOrder } from '#tests/written-order.ts'

let database: OpenDatabase

beforeAll(async () => {
	database = await openTestDatabase()
	await ensureFirstStaff(database.db, staffLogin)
	await seedCatalog(database.db)
})
afterAll(() => database.close())

async function productOf(color: string): Promise<ProductRow> {
	const [row] = await database.db.select().from(productos).where(eq(productos.color, color))
	if (!row) throw new Error(`no ${color}`)
	return row
}

const movesOf = (orden_id: string) =>
	database.db
		.select({ motivo: movimientosStock.motivo, cantidad: movimientosStock.cantidad })
		.from(movimientosStock)
		.where(eq(movimientosStock.orden_id, orden_id))
		.orderBy(movimientosStock.cantidad)

describe('shortageOf', () => {
	const units = (producto_id: number, color: string, cantidad: number) => ({ producto_id, color, cantidad })
	let negro: ProductRow
	let rosado: ProductRow
	beforeEach(async () => {
		negro = { ...(await productOf('Negro')), stock: 3 }
		rosado = { ...(await productOf('Rosado')), stock: 1 }
	})

	it('returns none while each colour has enough units', () => {
		expect(shortageOf([units(negro.id, 'Negro', 3), units(rosado.id, 'Rosado', 1)], [rosado, negro])).toBeUndefined()
		expect(shortageOf([], [negro])).toBeUndefined()
	})

	it('returns the first short colour with its stock', () => {
		const wanted = [units(negro.id, 'Negro', 3), units(rosado.id, 'Rosado', 2)]
		expect(shortageOf(wanted, [negro, rosado])).toEqual({ color: 'Rosado', disponible: 1 })
	})

	it('names a colour as it is now, and one no longer sold as it was ordered, with none left', () => {
		const renamed = { ...rosado, color: 'Rosa' }
		expect(shortageOf([units(rosado.id, 'Rosado', 2)], [renamed])).toEqual({ color: 'Rosa', disponible: 1 })
		expect(shortageOf([units(rosado.id, 'Rosado', 2)], [negro])).toEqual({ color: 'Rosado', disponible: 0 })
	})
})

describe('takeStock', () => {
	it('reserves the units of each colour, merges its lines of one colour, writes the ledger and mails about low stock', async () => {
		const { mails, mail } = mailRecorder()
		const [negro, blanco] = [await productOf('Negro'), await productOf('Blanco')]
		const left = negro.low_stock_threshold
		const { id } = await writeOrder(database, {}, [
			{ color: 'Negro', cantidad: demoStock - left - 1 },
			{ color: 'Blanco', cantidad: 2 },
			{ color: 'Negro', cantidad: 1 },
		])
		expect(await database.db.transaction((tx) => takeStock({ mail, jobs: noJobs, hooks }, tx, id))).toBeUndefined()
		expect(await productOf('Negro')).toMatchObject({ stock: left, version: negro.version + 1 })
		expect(await productOf('Blanco')).toMatchObject({ stock: demoStock - 2, version: blanco.version + 1 })
		expect(await movesOf(id)).toEqual([
			{ motivo: 'venta', cantidad: left - demoStock },
			{ motivo: 'venta', cantidad: -2 },
		])
		expect(await brokenLedgers({ database })).toEqual([])
		expect(mails).toEqual([
			{
				clave: expect.stringMatching(new RegExp(`^stock_bajo:${negro.id}:${id}:\\d+$`)),
				plantilla: 'stock_bajo',
				destinatario: staffLogin.email,
				datos: { nombre: negro.nombre, color: 'Negro', stock: left, umbral: left },
			},
		])
	})

	it('notifies every process when units are reserved and when they return', async () => {
		const { mail } = mailRecorder()
		const jobs = await openJobs(database.queueOptions, (error) => {
			throw error
		})
		const onChange = vi.fn()
		const stop = await followCatalogChanges(jobs, { onChange, onFeed: () => {} })
		const { id } = await writeOrder(database, {}, [{ color: 'Blanco', cantidad: 1 }])
		for (const move of [
			(tx: Transaction) => takeStock({ mail, jobs: noJobs, hooks }, tx, id),
			(tx: Transaction) => returnStock(tx, id),
		]) {
			onChange.mockClear()
			await database.db.transaction(async (tx) => void (await move(tx)))
			await vi.waitFor(() => expect(onChange).toHaveBeenCalled())
		}
		await stop()
		await jobs.stop(0)
	})

	it('reserves no stock when one colour is short, and sends no low-stock mail', async () => {
		const { mails, mail } = mailRecorder()
		const { id } = await writeOrder(database, {}, [
			{ color: 'Celeste', cantidad: demoStock },
			{ color: 'Rosado', cantidad: demoStock + 1 },
		])
		const shortage = await database.db.transaction((tx) => takeStock({ mail, jobs: noJobs, hooks }, tx, id))
		expect(shortage).toEqual({ color: 'Rosado', disponible: demoStock })
		expect((await productOf('Celeste')).stock).toBe(demoStock)
		expect(await movesOf(id)).toEqual([])
		expect(mails).toEqual([])
	})

	it('reserves no stock of a colour no longer sold, but returns its units', async () => {
		const { mail } = mailRecorder()
		const { id } = await writeOrder(database, {}, [{ color: 'Rosado', cantidad: 2 }])
		await database.db.transaction((tx) => takeStock({ mail, jobs: noJobs, hooks }, tx, id))
		await database.db.update(productos).set({ deleted_at: new Date() }).where(eq(productos.color, 'Rosado'))
		const again = await database.db.transaction((tx) => takeStock({ mail, jobs: noJobs, hooks }, tx, id))
		expect(again).toEqual({ color: 'Rosado', disponible: 0 })
		await database.db.transaction((tx) => returnStock(tx, id))
		expect((await productOf('Rosado')).stock).toBe(demoStock)
		expect(await movesOf(id)).toEqual([
			{ motivo: 'venta', cantidad: -2 },
			{ motivo: 'devolucion', cantidad: 2 },
		])
		expect(await brokenLedgers({ database })).toEqual([])
		await database.db.update(productos).set({ deleted_at: null }).where(eq(productos.color, 'Rosado'))
	})
})

it('locks products on sale, in the order of their ids', async () => {
	await database.db.update(productos).set({ deleted_at: new Date() }).where(eq(productos.color, 'Blanco'))
	// An updated row is stored behind the others.
	await database.db.update(productos).set({ version: 9 }).where(eq(productos.color, 'Negro'))
	const rows = await database.db.transaction((tx) => lockProducts(tx, undefined))
	expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b))
	expect(rows.map(({ color }) => color).toSorted()).toEqual(['Celeste', 'Negro', 'Rosado'])
	await database.db.update(productos).set({ deleted_at: null }).where(eq(productos.color, 'Blanco'))
})

it('mails low stock only when it crosses the threshold', async () => {
	const product = { ...(await productOf('Celeste')), low_stock_threshold: 5 }
	const reported = async (stock: number, cantidad: number) => {
		const { mails, mail } = mailRecorder()
		const units = [{ producto_id: product.id, color: 'Celeste', cantidad }]
		const order = { orden_id: 'una', units, products: [{ ...product, stock }] }
		await database.db.transaction((tx) => notifyLowStock({ mail, jobs: noJobs, hooks }, tx, order))
		return mails.map(({ datos }) => datos.stock)
	}
	expect(await reported(7, 1)).toEqual([])
	expect(await reported(6, 1)).toEqual([5])
	expect(await reported(5, 1)).toEqual([])
	await database.db.insert(ajustes).values({ clave: 'aviso_stock_bajo', valor: 'false', version: 1 })
	expect(await reported(6, 1)).toEqual([])
	await database.db.delete(ajustes).where(eq(ajustes.clave, 'aviso_stock_bajo'))
})
