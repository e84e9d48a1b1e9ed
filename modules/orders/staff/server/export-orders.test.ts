import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { exportOrders } from '#modules/orders/staff/server/export-orders.ts'
import { openTestDatabase } from '#tests/open-database.ts'

const orders = 400

let database: OpenDatabase

beforeAll(async () => {
	database = await openTestDatabase()
	const { db } = database
	await db.execute(sql`insert into ordenes (id, estado, metodo_pago, subtotal, despacho, descuento, total, tipo_entrega,
			telefono, email, stock_tomado)
		select gen_random_uuid(), 'completado', 'webpay', 29990, 0, 0, 29990, 'retiro', '912345678', 'ana@correo.cl', true
		from generate_series(1, ${orders})`)
	await db.execute(sql`insert into intentos_pago (id, orden_id, gateway, estado, monto, expires_at)
		select gen_random_uuid(), id, 'webpay', 'pagado', total, now() from ordenes`)
	await db.execute(sql`insert into pagos (gateway, pago_id, intento_id, orden_id, estado, monto, moneda, destino)
		select 'webpay', id::text, id, orden_id, 'aprobado', monto, 'CLP', 'aplicado' from intentos_pago`)
	await db.execute(sql`insert into devoluciones (id, gateway, pago_id, orden_id, monto, motivo, estado, por_transferencia)
		select gen_random_uuid(), gateway, pago_id, orden_id, v.monto, 'prueba', v.estado, v.por_transferencia
		from pagos, (values (5000, 'hecha', false), (1000, 'pedida', false), (700, 'rechazada', false), (300, 'hecha', true))
			v (monto, estado, por_transferencia)`)
	await db.execute(sql`analyze`)
})
afterAll(() => database.close())

it('reads the refunded amount of each payment without scanning all refunds for each', async () => {
	const { lines, read } = await database.db.transaction(async (tx) => {
		let text = ''
		const all = { nro_orden: undefined, desde: undefined, hasta: undefined }
		for await (const piece of exportOrders(tx, 'pagos.csv', all, new Date())) text += piece
		const { rows } = await tx.execute<{ read: number }>(
			sql`select pg_stat_get_xact_tuples_returned('devoluciones'::regclass)::int as read`,
		)
		return { lines: text.trim().split('\r\n').slice(1), read: rows[0]?.read }
	})
	expect(lines.map((line) => line.split(';')[7])).toEqual(Array(orders).fill('6300'))
	expect(lines.map((line) => line.split(';').slice(13).join())).toEqual(Array(orders).fill('6000,300,0,0'))
	expect(read).toBeLessThan(orders * 4)
})
