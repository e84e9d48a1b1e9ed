import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { listJobs } from '#modules/jobs-panel/server/jobs.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'

const shop = await aShop()

it('finds the order of each waiting mail without scanning all sent ones', async () => {
	const { orden_id } = await aPlacedOrder(shop, await aCustomer(shop), { metodo_pago: 'efectivo' })
	const sent = 3000
	const found = await shop.database.db.transaction(async (tx) => {
		await tx.execute(sql`insert into correos (id, clave, plantilla, destinatario, datos, enviado_at)
			select gen_random_uuid(), 'anterior:' || n, 'orden_recibida', 'ana@correo.cl', '{}', now() from generate_series(1, ${sent}) n`)
		const { results } = await listJobs(tx, { page: 1, page_size: 25, cola: 'enviar_correo' })
		const { rows } = await tx.execute<{ read: number }>(
			sql`select pg_stat_get_xact_tuples_returned('correos'::regclass)::int as read`,
		)
		return { results, read: rows[0]?.read }
	})
	expect(found.results.map((job) => job.orden_id)).toContain(orden_id)
	expect(found.read).toBeLessThan(sent)
})

it('lists a job without a known payment: the subject of a notification may be anything', async () => {
	const pago = { gateway: 'mercadopago', intento_id: 'de-otra-tienda' } as const
	await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'liquidar_pago', pago))
	const { results } = await listJobs(shop.database.db, { page: 1, page_size: 25, cola: 'liquidar_pago' })
	expect(results).toMatchObject([{ estado: 'espera', orden_id: null }])
})

it("finds the order of a payment lookup by the gateway's reference, and lists one of a notification", async () => {
	const { orden_id } = await aPlacedOrder(shop, await aCustomer(shop), { metodo_pago: 'flow' })
	const { rows } = await shop.database.db.execute<{ ref: string }>(
		sql`select gateway_ref as ref from intentos_pago where orden_id = ${orden_id}::uuid`,
	)
	const job = { gateway: 'flow', gateway_ref: rows[0]?.ref ?? '' } as const
	await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'liquidar_pago', job))
	const { results } = await listJobs(shop.database.db, { page: 1, page_size: 25, cola: 'liquidar_pago' })
	expect(results.map((one) => one.orden_id)).toContain(orden_id)
})
