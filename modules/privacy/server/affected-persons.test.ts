import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

/** Ana registered in March and ordered in May; Beto registered in June. */
const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
const beto = await aCustomer(shop, 'Beto')
const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
const { db } = shop.database
const [march, may, june] = [3, 5, 6].map((month) => new Date(`2026-0${month}-15T15:00:00Z`))
await db.update(usuarios).set({ created_at: march }).where(eq(usuarios.email, ana.email))
await db.update(usuarios).set({ created_at: june }).where(eq(usuarios.email, beto.email))
await db.update(ordenes).set({ created_at: may }).where(eq(ordenes.id, orden_id))
const proof = { id: randomUUID(), orden_id, archivo: 'comprobantes/a.webp', bytes: 1, created_at: may }
await db.insert(comprobantes).values(proof)
await db.execute(sql`insert into eventos_seguridad (clave, tipo, usuario_id, veces, created_at, ultima_at)
	select 'x', 'inicio_sesion', id, 1, ${june?.toISOString()}::timestamptz, ${june?.toISOString()}::timestamptz
	from usuarios where email = ${beto.email}`)

/** The mails, kinds and dates of the file, without today's sessions. */
async function affected(query: string): Promise<string[][]> {
	const answer = await boss.get(`/api/admin_exportar/personas_afectadas.csv?${query}`)
	expect(answer.statusCode).toBe(200)
	const lines = answer.body.trim().split('\r\n').slice(1)
	return lines.map((line) => line.split(';')).map(([, mail = '', , ...rest]) => [mail, ...rest])
}

it('lists everybody whose data was stored by a day, with kinds and first and last date', async () => {
	expect(await affected('hasta=2026-05-31')).toEqual([
		[ana.email, 'cuentas, órdenes y direcciones, comprobantes de transferencia', '2026-03-15', '2026-05-15'],
	])
	const everybody = (await affected('')).map(([mail]) => mail)
	expect(everybody).toEqual([ana.email, beto.email, staffLogin.email].toSorted())
})

it('lists only whose data of the chosen kinds was written in the days', async () => {
	expect(await affected('desde=2026-05-15&hasta=2026-05-15&datos=ordenes')).toEqual([
		[ana.email, 'órdenes y direcciones', '2026-05-15', '2026-05-15'],
	])
	expect(await affected('desde=2026-06-01&hasta=2026-06-30')).toEqual([
		[beto.email, 'cuentas, ingresos y sesiones', '2026-06-15', '2026-06-15'],
	])
	expect(await affected('hasta=2026-06-30&datos=entregas')).toEqual([])
	const wrong = await boss.get('/api/admin_exportar/personas_afectadas.csv?datos=todo')
	expect(wrong.statusCode).toBe(400)
})

it('omits a picture that was deleted, and is itself in the audit log', async () => {
	await shop.database.db.update(comprobantes).set({ borrado_at: shop.clock.now() })
	expect(await affected('hasta=2026-12-31&datos=comprobantes')).toEqual([])
	const rows = await shop.database.db.select().from(auditoria).where(eq(auditoria.accion, 'exportado'))
	expect(rows.at(-1)).toMatchObject({
		detalle: 'personas_afectadas.csv',
		despues: 'hasta=2026-12-31, datos=comprobantes',
	})
})

it('asks for a fresh proof of identity', async () => {
	shop.clock.advanceMinutes(11)
	const answer = await boss.get('/api/admin_exportar/personas_afectadas.csv')
	expect(answer.json()).toMatchObject({ code: 'identidad_requerida' })
})
