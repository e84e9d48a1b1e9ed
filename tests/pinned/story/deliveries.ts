import { eq } from 'drizzle-orm'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { DeliveriesAnswer } from '#modules/rounds/shapes.ts'
import { aPlain } from '#tests/pictures.ts'
import { callsOf, type Story, type StoryCalls, withKey } from '#tests/pinned/story/storyteller.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aPlacedOrder, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith } from '#tests/staff-helpers.ts'

/** A round from its plan to its end, and a pickup. */
export async function runDeliveries(
	story: Story,
	boss: StoryCalls,
	bossAccess: string,
	customer: TestCustomer,
): Promise<void> {
	const { shop } = story
	const staff = callsWith(shop, bossAccess)
	const rounds = roundCalls(shop, staff, customer)
	const orders = [await rounds.toBring(0), await rounds.toBring(1, { paid: true }), await rounds.toBring(2)]
	const [first = '', second = '', third = ''] = orders
	const later = await rounds.toBring(3)
	const planned = await rounds.plan(...orders)
	const path = `/api/admin_rondas/${planned.id}/`
	await boss.answer('GET', path)
	await boss.answer('GET', `${path}mapa/`)
	await boss.answer('POST', `${path}ordenar/`)
	await boss.answer('POST', `${path}agregar/`, { orden_id: later })
	const longer = await rounds.act(planned, 'ordenar').then((answer) => answer.json())
	await boss.answer('POST', `${path}quitar/`, { parada_id: stopOf(longer, later)?.id })
	const { version } = await boss.json<{ version: number }>('GET', path)
	const paradas = planned.paradas.map(({ id }) => id).toReversed()
	await boss.answer('PUT', path, { version, paradas, fijadas: [] })
	const round = await boss.json<typeof planned>('POST', `${path}salir/`)
	const now = () => shop.clock.now().toISOString()
	const stop = (orderId: string, what: string) => `/api/admin_paradas/${stopOf(round, orderId)?.id}/${what}/`
	const paid = { hecha_at: now(), recibe: 'Conserje', recibido: 30_000 }
	await boss.answer('POST', stop(first, 'entregar'), paid, withKey())
	await boss.answer('POST', stop(first, 'deshacer'), { hecha_at: now() }, withKey())
	await boss.answer('POST', stop(first, 'entregar'), paid, withKey())
	await boss.answer('POST', stop(second, 'entregar'), { hecha_at: now() }, withKey())
	await boss.upload('POST', stop(second, 'foto'), 'foto', await aPlain(900, 1200))
	await boss.answer('POST', stop(third, 'no_entregar'), { hecha_at: now(), motivo: 'nadie_en_casa' }, withKey())
	const driven = await boss.json<typeof planned>('GET', path)
	await callsOf(story).answer('GET', stopOf(driven, second)?.fotos[0] ?? '')
	await boss.answer('POST', `${path}cerrar/`, { contado: driven.efectivo.esperado })
	await runPickup(story, boss, customer)
	const { despachos } = await boss.json<DeliveriesAnswer>('GET', '/api/admin_reparto/')
	await boss.answer('GET', `/api/admin_hojas/?ordenes=${despachos.map(({ nro_orden }) => nro_orden).join(',')}`)
	await boss.answer('GET', '/api/admin_entregas/')
}

async function runPickup({ shop }: Story, boss: StoryCalls, customer: TestCustomer): Promise<void> {
	const { orden_id } = await aPlacedOrder(shop, customer, { metodo_pago: 'efectivo', telefono: '966600001' })
	await shop.database.db.update(ordenes).set({ horario_retiro: null }).where(eq(ordenes.id, orden_id))
	const tomorrow = daysLater(dayIn(shop.clock.now()), 1)
	const pickup = `/api/admin_retiros/${orden_id}/`
	await boss.answer('POST', `${pickup}acordar/`, { hora: `${tomorrow}T18:30` })
	const handOver = { sin_codigo: 'Mostró su cédula', recibe: 'Camila', recibido: 30_000 }
	await boss.answer('POST', `${pickup}entregar/`, handOver, withKey())
	await boss.answer('POST', `${pickup}deshacer/`, undefined, withKey())
	await boss.answer('POST', `${pickup}entregar/`, handOver, withKey())
	await boss.answer('GET', '/api/admin_reparto/')
}
