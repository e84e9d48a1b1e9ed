import { rmSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterAll, expect, test } from 'vitest'
import { earlierMigrations } from '#server/backup/earlier-migrations.ts'
import { embeddedExtensions, migrationsFolder } from '#server/db/database.ts'

const before = earlierMigrations(15)
const client = new PGlite({ extensions: await embeddedExtensions() })
afterAll(async () => {
	await client.close()
	rmSync(before, { recursive: true })
})

const order = (nro: number) => `00000000-0000-4000-8000-00000000000${nro}`
const refund = (nro: number) => `10000000-0000-4000-8000-00000000000${nro}`

const log = (ref: string, accountId: number | null, accion: string, campo: string | null, despues: string | null) =>
	client.query(
		'insert into auditoria (tipo, ref, usuario_id, accion, campo, despues) values ($1, $2, $3, $4, $5, $6)',
		[accion.startsWith('ajuste') ? 'producto' : 'orden', ...[ref, accountId, accion, campo, despues]],
	)

test('what the audit log decided until now stands in columns after the update', async () => {
	const db = drizzle(client)
	await migrate(db, { migrationsFolder: before })
	// References to attempts and payments that this does not need.
	await client.exec(`set session_replication_role = replica;
		insert into usuarios (email, first_name, last_name) values ('jefa@premiumshaker.cl', 'Jefa', '');`)
	for (const nro of [1, 2, 3]) {
		await client.query(
			`insert into ordenes (id, usuario_id, nombre, email, telefono, estado, metodo_pago, tipo_entrega, direccion, subtotal, despacho,
				descuento, total, stock_tomado) values ($1, 1, '', '', '', 'cancelado', 'flow', 'retiro', '', 1, 0, 0, 1, false)`,
			[order(nro)],
		)
	}
	for (const nro of [1, 2]) {
		await client.query(
			`insert into devoluciones (id, gateway, pago_id, orden_id, monto, motivo, estado, created_at, updated_at)
				values ($1, 'flow', $2, $3, 1, '', 'hecha', now(), now())`,
			[refund(nro), `pago-${nro}`, order(1)],
		)
	}
	// Cancelled by staff; cancelled, and opened again by staff; cancelled by the shop.
	await log(order(1), 1, 'cancelada', 'estado', 'cancelado')
	await log(order(2), 1, 'cancelada', 'estado', 'cancelado')
	await log(order(2), 1, 'editada', 'estado', 'pendiente')
	await log(order(3), null, 'vencida', 'estado', 'cancelado')
	await log(order(1), 1, 'devolucion_averiguada_hecha', refund(1), '1000')
	await log(order(1), 1, 'devolucion_pedida', 'Llegó rayado', '1000')
	await log('7', 1, 'ajuste: conteo mensual', 'stock', '8')

	await migrate(db, { migrationsFolder })
	const orders = await client.query('select cancelada_por from ordenes order by id')
	expect(orders.rows).toEqual([{ cancelada_por: 1 }, { cancelada_por: null }, { cancelada_por: null }])
	const refunds = await client.query('select averiguado from devoluciones order by id')
	expect(refunds.rows).toEqual([{ averiguado: 'hecha' }, { averiguado: null }])
	const lines = await client.query(
		`select accion, campo, detalle from auditoria where accion like 'devolucion%' or tipo = 'producto' order by id`,
	)
	expect(lines.rows).toEqual([
		{ accion: 'devolucion_averiguada_hecha', campo: null, detalle: refund(1) },
		{ accion: 'devolucion_pedida', campo: null, detalle: 'Llegó rayado' },
		{ accion: 'ajuste', campo: 'stock', detalle: 'conteo mensual' },
	])
})
