import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { correos } from '#modules/orders/tables.ts'
import { requestRefund } from '#modules/payments/server/refunds.ts'
import { watchBacklog } from '#shop/server/alerts/watch-backlog.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { returnFromGateway } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, orderRow } from '#tests/shop-helpers.ts'

let errors: string[]
const watch = () =>
	watchBacklog({ ...shop.payments, log: { ...quiet, error: (_details, message) => void errors.push(message) } })
const quiet = { info: () => {}, warn: () => {} }

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
beforeEach(() => {
	errors = []
})
afterEach(async () => {
	await shop.retryJobs()
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const alarms = () => shop.inbox.mails().filter(({ subject }) => subject.includes('más de 15 minutos'))
const anOrder = () => aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
const atencionOf = async (orderId: string) => (await orderRow(shop, orderId)).atencion

it('reports nothing while everything ends in time', async () => {
	await anOrder()
	await watch()
	await shop.drainJobs()
	shop.clock.advanceMinutes(16)
	await watch()
	expect(errors).toEqual([])
	expect(alarms()).toEqual([])
})

it('logs stuck mails at once, and mails staff once when mails are sent again', async () => {
	await shop.drainJobs()
	shop.inbox.refuseNext(100)
	const { orden_id } = await anOrder()
	await shop.drainJobs()
	shop.clock.advanceMinutes(16)
	await watch()
	await watch()
	expect(errors).toEqual(['mails do not leave', 'mails do not leave'])
	await shop.retryJobs()
	expect(alarms()).toEqual([])
	shop.inbox.refuseNext(0)
	await shop.retryJobs()
	expect(alarms().map(({ to }) => to)).toEqual([staffLogin.email])
	// No mail was sent, so no single mail is the cause.
	expect(await atencionOf(orden_id)).toBeNull()
})

it('raises no alarm about a waiting alarm', async () => {
	shop.clock.advanceMinutes(24 * 60)
	await shop.drainJobs()
	shop.inbox.refuseNext(100)
	await anOrder()
	await shop.drainJobs()
	shop.clock.advanceMinutes(16)
	await watch()
	shop.inbox.refuseNext(0)
	// Everything is sent except the alarm.
	await shop.database.db.execute(sql`update pgboss.job j set start_after = now() + case when c.plantilla = 'alarma_correos'
		then interval '1 hour' else interval '0' end from correos c where j.data->>'correo_id' = c.id::text
		and j.state in ('created', 'retry')`)
	await shop.drainJobs()
	shop.clock.advanceMinutes(16)
	errors = []
	await watch()
	expect(errors).toEqual([])
})

it('raises one alarm a day, and none for a single rejected mail', async () => {
	shop.clock.advanceMinutes(24 * 60)
	await shop.drainJobs()
	const before = alarms().length
	const { db } = shop.database
	const mail = { plantilla: 'recuperar_clave', destinatario: 'nadie@correo.cl', datos: {} } as const
	const hourAgo = new Date(Date.now() - 3_600_000)
	const stuck = { ...mail, id: randomUUID(), clave: 'recuperar_clave:1', created_at: hourAgo }
	shop.inbox.refuseNext(100)
	await anOrder()
	await shop.drainJobs()
	await db.insert(correos).values(stuck)
	shop.clock.advanceMinutes(16)
	await watch()
	// The oldest mail was deleted: other mails wait now.
	await db.delete(correos).where(eq(correos.id, stuck.id))
	await watch()
	shop.inbox.refuseNext(0)
	await shop.retryJobs()
	expect(alarms().length - before).toBe(1)

	shop.clock.advanceMinutes(24 * 60)
	await db.insert(correos).values(stuck)
	errors = []
	await watch()
	expect(errors).toEqual([])
	await db.delete(correos).where(eq(correos.id, stuck.id))
})

it('opens a case for an order whose mail alone is rejected, until it is sent', async () => {
	await shop.drainJobs()
	shop.inbox.refuseNext(1)
	const stuck = await anOrder()
	await shop.drainJobs()
	const fine = await anOrder()
	await shop.drainJobs()
	shop.clock.advanceMinutes(61)
	await watch()
	expect(await atencionOf(stuck.orden_id)).toBe('correo_detenido')
	expect(await atencionOf(fine.orden_id)).toBeNull()
	await shop.retryJobs()
	await watch()
	expect(await atencionOf(stuck.orden_id)).toBeNull()
})

it('ends a mail to a mailbox that does not exist: its order is a case at once, and no alarm of lateness', async () => {
	await shop.drainJobs()
	const berta = await aCustomer(shop, 'Berta')
	shop.inbox.refuseRecipient(berta.email)
	const { orden_id } = await aPlacedOrder(shop, berta, { metodo_pago: 'efectivo' })
	await shop.drainJobs()
	expect(await atencionOf(orden_id)).toBe('correo_detenido')
	const { rows } = await shop.database.db.execute<{ state: string }>(sql`select j.state::text from pgboss.job j
		join correos c on c.id::text = j.data ->> 'correo_id' where c.orden_id = ${orden_id} and c.enviado_at is null`)
	expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'completed'))
	expect(rows).not.toEqual([])

	const before = alarms().length
	shop.clock.advanceMinutes(61)
	await watch()
	await shop.drainJobs()
	expect(errors).toEqual([])
	expect(alarms()).toHaveLength(before)
	// The invariants of a shop know no mail without a mailbox.
	await shop.database.db.execute(
		sql`update correos set enviado_at = now(), destinatario = '' where destinatario = ${berta.email}`,
	)
})

it('opens no case for mails that waited while none was sent: each is retried within the hour', async () => {
	await shop.drainJobs()
	shop.inbox.refuseNext(100)
	const waited = await anOrder()
	await shop.drainJobs()
	shop.clock.advanceMinutes(180)
	shop.inbox.refuseNext(0)
	await anOrder()
	await shop.drainJobs()
	await watch()
	expect(await atencionOf(waited.orden_id)).toBeNull()
	shop.clock.advanceMinutes(61)
	await watch()
	expect(await atencionOf(waited.orden_id)).toBe('correo_detenido')
})

it('finds very many waiting mails among very many sent ones', async () => {
	await shop.drainJobs()
	await shop.database.db.execute(sql`insert into correos (id, clave, plantilla, destinatario, datos, created_at, enviado_at)
		select gen_random_uuid(), 'muchos:' || n, 'recuperar_clave', 'nadie@correo.cl', '{}',
			now() - case when n > 40000 then interval '1 hour' else interval '1 day' end,
			case when n <= 40000 then now() - interval '1 day' end
		from generate_series(1, 44000) n`)
	const hourAgo = sql`now() - interval '90 minutes'`
	await shop.database.db.execute(sql`update correos set created_at = ${hourAgo} where clave not like 'muchos:%'`)
	// The embedded database runs in this process: its CPU time excludes other processes.
	const before = process.cpuUsage()
	await watch()
	const { user, system } = process.cpuUsage(before)
	const tookMs = (user + system) / 1000
	await shop.database.db.execute(sql`delete from correos where clave like 'muchos:%'`)
	expect(errors).toEqual(['mails do not leave'])
	expect(tookMs).toBeLessThan(3000)
})

it('opens one case for an order whose refund does not reach its gateway, until it does', async () => {
	const provider = gatewayHelpers(shop, 'webpay')
	const { orden_id, payment_url } = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay' })
	await returnFromGateway(shop, await pay(payment_url, 'Aprobar pago'))
	const [pago] = await provider.paymentsOf(orden_id)
	if (!pago) throw new Error('not paid')
	await provider.faults({ tipo: '429', veces: 1000 })
	const request = { monto: 5000, motivo: 'arrepentimiento', usuario_id: null }
	await shop.database.db.transaction((tx) => requestRefund(shop.payments, tx, pago, request))
	await shop.drainJobs()
	shop.clock.advanceMinutes(59)
	await watch()
	expect(await atencionOf(orden_id)).toBeNull()
	shop.clock.advanceMinutes(2)
	await watch()
	await shop.drainJobs()
	await watch()
	expect(await atencionOf(orden_id)).toBe('devolucion_atrasada')
	expect(errors).toEqual(['an order has something that does not end by itself'])
	await provider.faults()
	await shop.retryJobs()
	await watch()
	expect(await provider.refundsOf(orden_id)).toMatchObject([{ estado: 'hecha' }])
	expect(await atencionOf(orden_id)).toBeNull()
	const { nro_orden } = await orderRow(shop, orden_id)
	const notices = shop.inbox
		.mails()
		.filter(({ subject }) => subject === `Una devolución no termina · Orden N° ${nro_orden}`)
	expect(notices).toHaveLength(1)
})

it('opens another case for the next refund that does not reach its gateway', async () => {
	const provider = gatewayHelpers(shop, 'webpay')
	const { orden_id, payment_url } = await aPlacedOrder(shop, ana, { metodo_pago: 'webpay' })
	await returnFromGateway(shop, await pay(payment_url, 'Aprobar pago'))
	const [pago] = await provider.paymentsOf(orden_id)
	if (!pago) throw new Error('not paid')
	for (const monto of [5000, 6000]) {
		await provider.faults({ tipo: '429', veces: 1000 })
		const request = { monto, motivo: 'arrepentimiento', usuario_id: null }
		await shop.database.db.transaction((tx) => requestRefund(shop.payments, tx, pago, request))
		await shop.drainJobs()
		shop.clock.advanceMinutes(61)
		await watch()
		expect(await atencionOf(orden_id)).toBe('devolucion_atrasada')
		await provider.faults()
		await shop.retryJobs()
		await watch()
		expect(await atencionOf(orden_id)).toBeNull()
	}
	expect(errors).toHaveLength(2)
})
