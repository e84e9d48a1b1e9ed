import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { maxPushDevices } from '#core/rules/limits.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { PushDevicesAnswer } from '#modules/push/shapes.ts'
import { suscripcionesPush } from '#modules/push/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { pushSimulator } from '#tests/push-helpers.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { aClerk, callsWith, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

const tipos = ['caso']

const shop = await aShop()
const boss = await theBoss(shop)
const push = pushSimulator(shop)

const devicesOf = async (staff: StaffCalls) =>
	(await staff.get('/api/admin_avisos/')).json<PushDevicesAnswer>().dispositivos
const actionsOf = async () =>
	(await shop.database.db.select({ accion: auditoria.accion }).from(auditoria).orderBy(auditoria.id)).map(
		({ accion }) => accion,
	)

it('adds a browser, changes its kinds of notices, and removes it, with audit rows', async () => {
	const staff = await aClerk(shop)
	const subscription = await push.subscribe(staff)
	const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36' }
	const saved = await staff.send('POST', '/api/admin_avisos/', { ...subscription, tipos }, headers)
	expect(saved.json()).toMatchObject({ nombre: 'Chrome en Android', tipos, ultimo_ok_at: null })
	const { id } = saved.json()
	const changed = await staff.send('PATCH', `/api/admin_avisos/${id}/`, { tipos: ['stock_bajo', 'ronda_atrasada'] })
	expect(changed.json()).toMatchObject({ id, tipos: ['stock_bajo', 'ronda_atrasada'] })
	expect(await devicesOf(staff)).toEqual([changed.json()])
	expect((await staff.send('DELETE', `/api/admin_avisos/${id}/`)).statusCode).toBe(204)
	expect(await devicesOf(staff)).toEqual([])
	expect((await actionsOf()).slice(-2)).toEqual(['avisos_activados', 'avisos_quitados'])
})

it('recognises a browser that is added again, and one that another account uses', async () => {
	const [one, other] = [await aClerk(shop), await aClerk(shop)]
	const subscription = await push.subscribe(one)
	for (const staff of [one, one, other]) await staff.send('POST', '/api/admin_avisos/', { ...subscription, tipos })
	expect([await devicesOf(one), (await devicesOf(other)).length]).toEqual([[], 1])
})

it.each([
	['an address inside of the shop’s own network', 'http://169.254.169.254/latest/meta-data'],
	['a server that is not a push service', 'https://fcm.googleapis.com.evil.cl/send/1'],
	['the shop itself', 'http://127.0.0.1:3000/api/salud'],
])('never sends to %s', async (_what, endpoint) => {
	const { keys } = await push.subscribe(boss)
	const refused = await boss.send('POST', '/api/admin_avisos/', { endpoint, keys, tipos })
	expect([refused.statusCode, refused.json().code]).toEqual([422, 'aviso_desconocido'])
})

it('rejects an invalid encryption key, and an unknown kind of notice', async () => {
	const { endpoint, keys } = await push.subscribe(boss)
	const noPoint = Buffer.alloc(65, 4).toString('base64url')
	const send = (body: object) => boss.send('POST', '/api/admin_avisos/', { endpoint, keys, tipos, ...body })
	expect((await send({ keys: { ...keys, p256dh: noPoint } })).statusCode).toBe(422)
	expect((await send({ keys: { ...keys, auth: 'corta' } })).statusCode).toBe(400)
	expect((await send({ tipos: ['otra_cosa'] })).statusCode).toBe(400)
})

it('limits the devices of an account', async () => {
	const staff = await aClerk(shop)
	for (let n = 0; n < maxPushDevices; n++) await push.aPhone(staff)
	await expect(push.aPhone(staff)).rejects.toThrow('dispositivos_de_mas')
	expect(await devicesOf(staff)).toHaveLength(maxPushDevices)
})

it('neither lists nor changes devices of other accounts', async () => {
	const clerk = await aClerk(shop)
	const { id } = await push.aPhone(boss)
	expect((await devicesOf(clerk)).map((device) => device.id)).not.toContain(id)
	const tries = [
		clerk.send('PATCH', `/api/admin_avisos/${id}/`, { tipos: [] }),
		clerk.send('DELETE', `/api/admin_avisos/${id}/`),
		clerk.send('POST', `/api/admin_avisos/${id}/probar/`),
		clerk.send('POST', `/api/admin_avisos/${id}/aqui/`),
		boss.send('POST', '/api/admin_avisos/cualquiera/probar/'),
	]
	expect((await Promise.all(tries)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
})

it('rejects accounts that are not staff', async () => {
	const customer = callsWith(shop, (await aCustomer(shop, 'Ana')).access)
	expect((await customer.get('/api/admin_avisos/')).statusCode).toBe(403)
})

const renew = (payload: object) => shop.app.inject({ method: 'POST', url: '/api/avisos_renovar/', payload })
const rowOf = async (id: string) =>
	(await shop.database.db.select().from(suscripcionesPush).where(eq(suscripcionesPush.id, id)))[0]
const endpointOf = async (id: string) => (await rowOf(id))?.endpoint

it('replaces a subscription that the browser renewed, only for a caller who knows the previous one', async () => {
	const [phone, nueva] = [await push.aPhone(boss), await push.subscribe(boss)]
	const anterior = { endpoint: phone.endpoint, auth: phone.keys.auth }
	const guessed = { ...anterior, auth: Buffer.alloc(16).toString('base64url') }
	expect((await renew({ anterior: guessed, nueva })).statusCode).toBe(404)
	expect((await renew({ anterior: { ...anterior, endpoint: 'https://otro' }, nueva })).statusCode).toBe(404)
	const elsewhere = { ...nueva, endpoint: `https://evil.cl/${randomUUID()}` }
	expect((await renew({ anterior, nueva: elsewhere })).statusCode).toBe(422)
	expect(await endpointOf(phone.id)).toBe(phone.endpoint)
	expect((await renew({ anterior, nueva })).statusCode).toBe(204)
	// Later notices are encrypted for the new keys, or the browser could not read them.
	expect(await rowOf(phone.id)).toMatchObject({ endpoint: nueva.endpoint, ...nueva.keys })
	expect((await renew({ anterior, nueva })).statusCode).toBe(404)
})

it('renews a subscription with its owner and its chosen kinds', async () => {
	const [phone, nueva] = [await push.aPhone(boss), await push.subscribe(boss)]
	await boss.send('PATCH', `/api/admin_avisos/${phone.id}/`, { tipos: ['stock_bajo'] })
	const anterior = { endpoint: phone.endpoint, auth: phone.keys.auth }
	// The browser sends its change twice at once.
	const answers = await Promise.all([renew({ anterior, nueva }), renew({ anterior, nueva })])
	expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 404])
	expect(await rowOf(phone.id)).toMatchObject({ tipos: ['stock_bajo'], ...nueva.keys })
})

it('answers 404 to a browser that renews a device removed meanwhile', async () => {
	const [phone, nueva] = [await push.aPhone(boss), await push.subscribe(boss)]
	await boss.send('DELETE', `/api/admin_avisos/${phone.id}/`)
	expect((await renew({ anterior: { endpoint: phone.endpoint, auth: phone.keys.auth }, nueva })).statusCode).toBe(404)
	expect(await rowOf(phone.id)).toBeUndefined()
})

it('rejects the subscription of another device', async () => {
	const [one, other] = [await push.aPhone(boss), await push.aPhone(boss)]
	const anterior = { endpoint: one.endpoint, auth: one.keys.auth }
	const { endpoint, keys } = other
	expect((await renew({ anterior, nueva: { endpoint, keys } })).statusCode).toBe(404)
})
