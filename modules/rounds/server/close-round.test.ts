import { describe, expect, it } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const rounds = roundCalls(shop, await theBoss(shop), await aCustomer(shop, 'Ana'))

describe('the cash of a round', () => {
	it('is counted when it ends, with a reason for a difference, once', async () => {
		const [cash, transfer, paid] = [
			await rounds.toBring(0),
			await rounds.toBring(1),
			await rounds.toBring(2, { paid: true }),
		]
		const round = await rounds.leave(await rounds.plan(cash, transfer, paid))
		await rounds.press(stopOf(round, cash), 'entregar', { recibido: 30_000 })
		await rounds.press(stopOf(round, transfer), 'entregar', { por_transferencia: true })
		await rounds.press(stopOf(round, paid), 'entregar')
		const refusals = [{}, { contado: 29_000 }]
		for (const body of refusals) {
			const refused = await rounds.act(round, 'cerrar', body)
			expect([refused.statusCode, refused.json().code]).toEqual([422, 'conteo_sin_cuadrar'])
		}
		const count = { contado: 29_000, motivo: 'di vuelto de más' }
		const efectivo = { esperado: 29_990, ...count }
		expect((await rounds.act(round, 'cerrar', count)).json()).toMatchObject({ estado: 'cerrada', efectivo })
		const again = await rounds.act(round, 'cerrar', { contado: 29_990 })
		expect([again.statusCode, again.json().efectivo]).toEqual([200, efectivo])
	})

	it('tells a page without the count, which was loaded before an update, to reload', async () => {
		const order = await rounds.toBring(0)
		const round = await rounds.leave(await rounds.plan(order))
		await rounds.press(stopOf(round, order), 'entregar', { recibido: 29_990 })
		const boss = await theBoss(shop)
		const refused = await boss.send('POST', `/api/admin_rondas/${round.id}/cerrar/`)
		expect([refused.statusCode, refused.json().error]).toEqual([400, expect.stringContaining('Recarga la página')])
	})

	it('needs no count when no stop paid in cash', async () => {
		const round = await rounds.leave(await rounds.plan(await rounds.toBring(0)))
		const ended = (await rounds.act(round, 'cerrar')).json()
		expect(ended.efectivo).toEqual({ esperado: 0, contado: null, motivo: '' })
	})
})
