import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openPglite, openPostgres } from '#core/server/db/database.ts'
import { openCopy } from '#modules/backup/server/held-copy.ts'
import { earlierMigrations } from '#modules/backup/server/restore-backup.ts'
import type { Manifest } from '#modules/backup/server/write-backup.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { runCommand } from '#tests/failures/run-command.ts'
import { newDataDir } from '#tests/failures/shop-process.ts'
import { openTestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, brokenLedgers, orderRow } from '#tests/shop-helpers.ts'

let postgres: PostgresServer

beforeAll(async () => {
	postgres = await startPostgres()
})
afterAll(() => postgres.stop({ isUnchecked: true }))

const orderId = '7f8b0f0e-6a53-4a55-9a51-111111111111'
const firstRows = [
	sql`insert into usuarios (email, first_name) values ('ana@correo.cl', 'Ana')`,
	sql`insert into productos (nombre, sku, color, precio, stock) values
		('Premium Shaker', 'PREM-SHAKER-650', 'Negro', 29990, 24), ('Premium Shaker', 'PREM-SHAKER-650', 'Blanco', 29990, 25),
		('Premium Shaker', 'PREM-SHAKER-650', 'Celeste', 29990, 25), ('Premium Shaker', 'PREM-SHAKER-650', 'Rosado', 29990, 25)`,
	sql`insert into ordenes (id, usuario_id, estado, metodo_pago, subtotal, despacho, descuento, total, tipo_entrega, telefono, email, stock_tomado, pagada_at)
		values (${orderId}, 1, 'pagada', 'efectivo', 29990, 0, 0, 29990, 'retiro', '987654321', 'ana@correo.cl', true, now())`,
	sql`insert into orden_lineas (orden_id, posicion, producto_id, nombre, sku, color, imagen, precio, cantidad)
		values (${orderId}, 0, 1, 'Premium Shaker', 'PREM-SHAKER-650', 'Negro', '', 29990, 1)`,
	sql`insert into movimientos_stock (producto_id, cantidad, motivo) select id, 25, 'inicial' from productos`,
	sql`insert into movimientos_stock (producto_id, cantidad, motivo, orden_id) values (1, -1, 'venta', ${orderId})`,
]

describe('a backup from before the baseline', () => {
	it.each(['PGlite', 'PostgreSQL'])('restores on %s with every row, and the shop sells again', async (engine) => {
		const source = 'tests/failures/backup-before-baseline'
		const folder = newDataDir()
		const url = engine === 'PostgreSQL' ? await postgres.createDatabase('anterior') : undefined
		const variables = { DATA_DIR: folder, ...(url && { DATABASE_URL: url }) }
		expect(await runCommand('restore', [source], variables)).toMatchObject({
			code: 0,
			stdout: expect.stringContaining('3 imágenes'),
		})
		const database = url ? await openPostgres(url, () => {}) : await openPglite(join(folder, 'base'))
		const { tablas }: Manifest = JSON.parse(readFileSync(join(source, 'respaldo.json'), 'utf8'))
		for (const { nombre, filas } of tablas) {
			const { rows } = await database.db.execute(sql`select 1 from ${sql.identifier(nombre)}`)
			expect({ nombre, filas: rows.length }).toEqual({ nombre, filas })
		}
		await openCopy(database.db, null)
		const shop = await openTestShop({ database })
		const buyer = await aCustomer(shop)
		expect((await aPlacedOrder(shop, buyer, { metodo_pago: 'efectivo' })).nro_orden).toBeGreaterThan(2000)
		await shop.stop()
	})
})

describe('an update of the shop', () => {
	it('migrates the data of the first release on both engines', async () => {
		const url = await postgres.createDatabase('antigua')
		const first = earlierMigrations(1)
		const folder = join(newDataDir(), 'base')
		const engines: [() => Promise<OpenDatabase>, () => Promise<OpenDatabase>][] = [
			[() => openPostgres(url, () => {}, first), () => openPostgres(url, () => {})],
			[() => openPglite(folder, undefined, first), () => openPglite(folder)],
		]
		for (const [openFirst, openNow] of engines) {
			const old = await openFirst()
			for (const statement of firstRows) await old.db.execute(statement)
			await old.close()
			const database = await openNow()
			const now = await openTestShop({ database })
			const row = await orderRow(now, orderId)
			expect(row).toMatchObject({ nro_orden: 1001, estado: 'pagada', total: 29_990, email: 'ana@correo.cl' })
			expect(await brokenLedgers(now)).toEqual([])
			const buyer = await aCustomer(now)
			expect((await aPlacedOrder(now, buyer, { metodo_pago: 'efectivo' })).nro_orden).toBe(1002)
			await now.stop()
		}
	})
})
