import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type GatewayMethod, gatewayMethods } from '#core/rules/payment-methods.ts'
import type { FirstDayAnswer } from '#modules/first-day/shapes.ts'
import { pagosPrueba } from '#modules/first-day/tables.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { aClerk, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
let boss = await theBoss(shop)

const act = (gateway: GatewayMethod, what: 'pagar' | 'devolver') =>
	boss.send('POST', `/api/admin_primer_dia/pasarela/${gateway}/${what}/`)
const trialOf = async (gateway: GatewayMethod) => {
	const { pagos_prueba } = (await boss.get('/api/admin_primer_dia/')).json<FirstDayAnswer>()
	return pagos_prueba.find(({ metodo_pago }) => metodo_pago === gateway)
}
const open = async (gateway: GatewayMethod) => (await act(gateway, 'pagar')).json<{ url: string }>().url
/** What the gateway itself says of the newest trial. */
async function atGateway(gateway: GatewayMethod) {
	const [row] = await shop.database.db.select().from(pagosPrueba).orderBy(desc(pagosPrueba.created_at)).limit(1)
	const read = await shop.payments.gateways
		.get(gateway)
		?.read({ id: row?.id ?? '', gateway_ref: row?.gateway_ref ?? null })
	return read?.map(({ monto, devuelto }) => ({ monto, devuelto }))
}

describe.each(gatewayMethods)('a trial payment at %s', (gateway) => {
	it('is charged and given back, without an order', async () => {
		expect(await trialOf(gateway)).toMatchObject({ estado: 'nunca', url: null })
		const url = await open(gateway)
		expect(await trialOf(gateway)).toMatchObject({ estado: 'abierto', url })
		const early = await act(gateway, 'devolver')
		expect([early.statusCode, early.json().detail]).toEqual([422, expect.stringContaining('no muestra ningún pago')])

		await pay(url, 'Aprobar pago')
		shop.clock.advanceMinutes(1)
		const done = await act(gateway, 'devolver')
		expect([done.statusCode, done.json().texto]).toEqual([200, expect.stringMatching(/^Cobró/)])
		expect(await trialOf(gateway)).toMatchObject({ url: null, pedida_at: expect.any(String) })
		// A second press asks, and sends nothing. Flow's buyer decides where the money goes, later.
		expect((await act(gateway, 'devolver')).statusCode).toBe(200)
		expect(await trialOf(gateway)).toMatchObject({ estado: gateway === 'flow' ? 'pedida' : 'devuelto' })
		expect(await atGateway(gateway)).toEqual([{ monto: 350, devuelto: gateway === 'flow' ? 0 : 350 }])
		await shop.drainJobs()
		expect(await shop.database.db.$count(ordenes)).toBe(0)
	})
})

it('asks the gateway about a refund whose answer was lost before it sends it again', async () => {
	const { faults } = gatewayHelpers(shop, 'mercadopago')
	const url = await open('mercadopago')
	await pay(url, 'Aprobar pago')
	await faults({ tipo: 'corte_despues', ruta: 'refunds' })
	expect((await act('mercadopago', 'devolver')).statusCode).toBe(422)
	expect(await trialOf('mercadopago')).toMatchObject({ estado: 'devolviendo' })
	// The call may still be under way.
	expect((await act('mercadopago', 'devolver')).json().detail).toContain('espera un minuto')
	expect((await act('mercadopago', 'pagar')).statusCode).toBe(422)
	shop.clock.advanceMinutes(2)
	await Promise.all([act('mercadopago', 'devolver'), act('mercadopago', 'devolver')])
	expect(await trialOf('mercadopago')).toMatchObject({ estado: 'devuelto' })
	expect(await atGateway('mercadopago')).toEqual([{ monto: 350, devuelto: 350 }])
})

it('shows the same page while it can be paid, and never hides a paid one', async () => {
	const url = await open('mercadopago')
	expect(await open('mercadopago')).toBe(url)
	shop.clock.advanceMinutes(31)
	boss = await theBoss(shop)
	expect(await trialOf('mercadopago')).toMatchObject({ estado: 'abierto', url: null })
	const urls = await Promise.all([open('mercadopago'), open('mercadopago')])
	const rows = await shop.database.db.select().from(pagosPrueba).where(eq(pagosPrueba.estado, 'abierto'))
	expect(rows).toHaveLength(1)
	const next = urls.find((one) => one !== undefined)
	expect(next).not.toBe(url)

	await pay(next, 'Aprobar pago')
	shop.clock.advanceMinutes(31)
	boss = await theBoss(shop)
	const refused = await act('mercadopago', 'pagar')
	expect([refused.statusCode, refused.json().detail]).toEqual([422, expect.stringContaining('devuélvelo antes')])
	expect((await act('mercadopago', 'devolver')).json().texto).toBe('Cobró y devolvió.')
})

it('leaves nothing behind when the gateway opens no page', async () => {
	const { faults } = gatewayHelpers(shop, 'mercadopago')
	await faults({ tipo: '500', veces: 20, ruta: 'preferences' })
	expect((await act('mercadopago', 'pagar')).statusCode).toBe(422)
	await faults()
	expect(await trialOf('mercadopago')).toMatchObject({ estado: 'devuelto' })
	expect((await act('mercadopago', 'pagar')).statusCode).toBe(200)
})

it('is refused to staff who may not change the shop', async () => {
	const clerk = await aClerk(shop)
	expect((await clerk.send('POST', '/api/admin_primer_dia/pasarela/flow/pagar/')).statusCode).toBe(403)
})
