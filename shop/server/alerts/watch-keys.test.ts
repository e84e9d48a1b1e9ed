import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { correos } from '#modules/orders/tables.ts'
import { episodios } from '#modules/settings/tables.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'
import { readWaiting } from '#modules/today/server/read-today.ts'
import { createKeyWatch } from '#shop/server/alerts/watch-keys.ts'
import { openFiles } from '#shop/server/open-providers.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'

const keys = ['llave_flow', 'llave_instagram', 'llave_mercadopago', 'llave_openfactura', 'llave_webpay']

let providers: Server
/** What every provider answers. */
let status = 401
let url: string
let shop: TestShop

beforeAll(async () => {
	providers = createServer((request, response) =>
		request.resume().on('end', () => response.writeHead(status).end('{}')),
	)
	await new Promise<void>((resolve) => providers.listen(0, '127.0.0.1', resolve))
	url = `http://127.0.0.1:${(providers.address() as AddressInfo).port}`
	shop = await openTestShop({
		variables: {
			MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
			MERCADOPAGO_WEBHOOK_SECRET: 'secreto',
			MERCADOPAGO_API_URL: url,
			FLOW_API_KEY: 'llave',
			FLOW_SECRET_KEY: 'secreta',
			FLOW_API_URL: url,
			WEBPAY_COMMERCE_CODE: '597055555532',
			WEBPAY_API_KEY: 'llave',
			WEBPAY_API_URL: url,
			INSTAGRAM_TOKEN: 'IGQ-1',
			INSTAGRAM_API_URL: url,
			TAX_DOCUMENTS: 'openfactura',
			OPENFACTURA_API_KEY: 'llave',
			OPENFACTURA_API_URL: `${url}/v2/dte`,
			TAX_RUT: '76192083-9',
			TAX_RAZON_SOCIAL: 'Premium Shaker SpA',
			TAX_GIRO: 'Venta de botellas',
			TAX_ACTECO: '477399',
			TAX_ADDRESS: 'Irarrázaval 2401',
			TAX_COMUNA: 'Ñuñoa',
		},
	})
})
afterAll(async () => {
	await shop.stop()
	providers.close()
})

const openKeys = async () => (await shop.database.db.select().from(episodios)).map(({ clave }) => clave).toSorted()
const mailed = async () =>
	(await shop.database.db.select().from(correos).where(eq(correos.plantilla, 'llave_rechazada'))).map(({ datos }) =>
		String((datos as { proveedor: string }).proveedor),
	)

/** Calls every provider once, as its jobs and requests do. */
async function callAll(): Promise<void> {
	for (const gateway of shop.payments.gateways.values()) await gateway.probe().catch(() => {})
	await shop.database.db.update(documentosTributarios).set({ intentar_at: shop.clock.now() })
	await shop.database.db.transaction(async (tx) => {
		await shop.payments.jobs.enqueue(tx, 'renovar_feed', {})
		await shop.payments.jobs.enqueue(tx, 'seguir_documentos', {})
	})
	await shop.drainJobs()
}

it('tells staff once of each provider that refuses the key, until a call succeeds', async () => {
	const { db } = shop.database
	const { orden_id } = await aPlacedOrder(shop, await aCustomer(shop), { metodo_pago: 'transferencia' })
	await db.insert(documentosTributarios).values({ orden_id, tipo: 39, monto: 29_990, secuencia: 1 })
	const rows = async () => (await readWaiting(db, shop.clock.now())).esperan.map(({ clave }) => clave)
	await callAll()
	await expect.poll(openKeys).toEqual(keys)
	const told = await mailed()
	expect(new Set(told.map((proveedor) => `llave_${proveedor}`))).toEqual(new Set(keys))
	expect(await rows()).toContain('documento_por_emitir')
	await callAll()
	expect(await mailed()).toEqual(told)
	const [document] = await db.select().from(documentosTributarios)
	expect(document).toMatchObject({ estado: 'por_emitir', incierta_desde: null })

	status = 503
	await callAll()
	expect(await openKeys()).toEqual(keys)

	status = 200
	await callAll()
	await expect.poll(openKeys).toEqual([])
	expect(await rows()).not.toContain('documento_por_emitir')
})

it('mails no more than once a day about a key that is refused now and then', async () => {
	const report = createKeyWatch(shop.payments)('google_maps')
	const flip = async () => {
		report('API_KEY_INVALID')
		await expect.poll(openKeys).toEqual(['llave_google_maps'])
		report(undefined)
		await expect.poll(openKeys).toEqual([])
	}
	const count = async () => (await mailed()).filter((proveedor) => proveedor === 'google_maps').length
	await flip()
	await flip()
	const once = await count()
	expect(once).toBeGreaterThan(0)
	shop.clock.advanceMinutes(24 * 60)
	await flip()
	expect(await count()).toBe(2 * once)
})

it('is told of the bucket by the file store', async () => {
	const keys = { S3_REGION: 'sa-east-1', S3_ACCESS_KEY_ID: 'AKIA1', S3_SECRET_ACCESS_KEY: 'secreta' }
	const env = { ...shop.env, ...keys, S3_BUCKET: 'cubo', S3_ENDPOINT: url }
	const files = openFiles(env, shop.clock, createKeyWatch(shop.payments)('archivos'))
	status = 403
	await expect(files.put('a/b.webp', Buffer.from('a'), 'image/webp')).rejects.toThrow('403')
	await expect.poll(openKeys).toEqual(['llave_archivos'])
	status = 200
	await files.put('a/b.webp', Buffer.from('a'), 'image/webp')
	await expect.poll(openKeys).toEqual([])
})

it('ends a condition that an earlier process began', async () => {
	await shop.database.db.insert(episodios).values({ clave: 'llave_flow' })
	createKeyWatch(shop.payments)('flow')(undefined)
	await expect.poll(openKeys).toEqual([])
})
