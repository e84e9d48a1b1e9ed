import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import { fotosEntrega, paradas } from '#modules/rounds/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { aPlain } from '#tests/pictures.ts'
import { roundCalls, stopOf } from '#tests/round-helpers.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
let boss = await theBoss(shop)
let rounds = roundCalls(shop, boss, await aCustomer(shop, 'Ana'))

/** A photo as a camera writes it, with GPS data. */
const aGeotagged = async () =>
	await sharp(await aPlain(2000, 1500))
		.withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 26/1 0/1' } })
		.jpeg()
		.toBuffer()

const send = (stopId: string | undefined, bytes: Buffer, key?: string) => rounds.sendPhoto(stopId, bytes, key)
/** A stop whose order was handed over a moment ago. */
async function handedOver() {
	const order = await rounds.toBring(0, { paid: true })
	const stop = stopOf(await rounds.leave(await rounds.plan(order)), order)
	await rounds.press(stop, 'entregar', { recibe: 'Conserje' })
	return { order, stop }
}
const rowsOf = async (stopId = '') =>
	(await shop.database.db.select().from(fotosEntrega)).filter((row) => row.parada_id === stopId)

const roundOf = async (stopId = '') =>
	(await shop.database.db.select().from(paradas).where(eq(paradas.id, stopId)))[0]?.ronda_id

it('stores a photo once per key, smaller and without GPS data, and opens it by its link alone', async () => {
	const { order, stop } = await handedOver()
	const [key, photo] = [randomUUID(), await aGeotagged()]
	expect((await sharp(photo).metadata()).exif).toBeDefined()
	await send(stop?.id, photo, key)
	const again = await send(stop?.id, photo, key)
	expect(again.statusCode, again.body).toBe(200)
	const links = stopOf(again.json<RoundAnswer>(), order)?.fotos ?? []
	expect(links).toHaveLength(1)
	const shown = await shop.app.inject({ url: links[0] ?? '' })
	expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' })
	const { format, width, height, exif } = await sharp(shown.rawPayload).metadata()
	expect([format, width, height, exif]).toEqual(['webp', 1600, 1200, undefined])
	expect((await shop.app.inject({ url: `${links[0]}x` })).statusCode).toBe(403)
	shop.clock.advanceMinutes(61)
	expect((await shop.app.inject({ url: links[0] ?? '' })).statusCode).toBe(403)
	boss = await theBoss(shop)
})

it('deletes the photo of an undone delivery with its file, and rejects one of an open stop', async () => {
	rounds = roundCalls(shop, boss, await aCustomer(shop, 'Eva'))
	const { stop } = await handedOver()
	await send(stop?.id, await aGeotagged())
	const [kept] = await rowsOf(stop?.id)
	expect(await shop.files.get(kept?.archivo ?? '')).toBeDefined()
	await rounds.press(stop, 'deshacer')
	expect([await rowsOf(stop?.id), await shop.files.get(kept?.archivo ?? '')]).toEqual([[], undefined])
	expect((await send(stop?.id, await aGeotagged())).json().code).toBe('foto_no_corresponde')
})

it('rejects a file that is no picture, and every photo when the setting is off', async () => {
	const { stop } = await handedOver()
	expect((await send(stop?.id, Buffer.from('no es una foto, de verdad'))).json().code).toBe('foto_no_imagen')
	expect((await send(undefined, await aPlain(60, 60))).json().code).toBe('no_encontrado')
	await boss.send('PUT', '/api/admin_ajustes/foto_entrega/', { valor: 'nunca' })
	expect((await send(stop?.id, await aPlain(60, 60))).json().code).toBe('foto_no_corresponde')
	await boss.send('PUT', '/api/admin_ajustes/foto_entrega/', { valor: 'opcional' })
	for (let n = 0; n < 3; n++) expect((await send(stop?.id, await aPlain(60, 60))).statusCode).toBe(200)
	expect((await send(stop?.id, await aPlain(60, 60))).json().code).toBe('foto_no_corresponde')
})

it('deletes photo and recipient after 190 days', async () => {
	const { order, stop } = await handedOver()
	await send(stop?.id, await aPlain(60, 60))
	const [kept] = await rowsOf(stop?.id)
	const clean = async (days: number) => {
		shop.clock.advanceMinutes(days * 24 * 60)
		await shop.database.db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'limpiar', {}))
		await shop.drainJobs()
		boss = await theBoss(shop)
	}
	const recibe = async () => {
		const round = (await boss.get(`/api/admin_rondas/${await roundOf(stop?.id)}/`)).json<RoundAnswer>()
		return stopOf(round, order)?.recibe
	}
	await clean(189)
	expect([(await rowsOf(stop?.id)).length, await recibe()]).toEqual([1, 'Conserje'])
	await clean(2)
	expect([(await rowsOf(stop?.id)).length, await recibe()]).toEqual([0, ''])
	expect(await shop.files.get(kept?.archivo ?? '')).toBeUndefined()
})
