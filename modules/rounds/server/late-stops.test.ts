import { expect, it } from 'vitest'
import { watchLateStops } from '#modules/rounds/server/delivery-mails.ts'
import { aShop } from '#tests/a-shop.ts'
import { pushSimulator } from '#tests/push-helpers.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer, orderRow } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const rounds = roundCalls(shop, boss, await aCustomer(shop, 'Ana'))
const push = pushSimulator(shop)

const watch = async () => {
	await watchLateStops(shop.payments)
	await shop.drainJobs()
}

it('notifies once of each delivery late on the way, and of none that is finished, cancelled or not on its way', async () => {
	const phone = await push.aPhone(boss, ['ronda_atrasada'])
	const [late, delivered, cancelled, planned] = [
		await rounds.toBring(0, { paid: true }),
		await rounds.toBring(1, { paid: true }),
		await rounds.toBring(2, { paid: true }),
		await rounds.toBring(3, { paid: true }),
	]
	const round = await rounds.leave(await rounds.plan(late, delivered, cancelled))
	await rounds.plan(planned)
	await watch()
	expect(await push.arrivedAt(phone)).toEqual([])
	await rounds.press(stopOf(round, delivered), 'entregar', { recibe: 'Conserje' })
	await boss.send('POST', `/api/admin_ordenes/${cancelled}/cancelar/`, {})
	shop.clock.advanceMinutes(180)
	await watch()
	await watch()
	const { nro_orden } = await orderRow(shop, late)
	const navigate = `${shop.env.publicUrl}/perfil?tab=admin&seccion=reparto&ronda=${round.id}`
	expect(await push.arrivedAt(phone)).toMatchObject([
		{
			ttl: 3600,
			urgency: 'high',
			notification: { title: 'Entrega atrasada', body: `Orden ${nro_orden}`, navigate, tag: `ronda:${round.id}` },
		},
	])
})
