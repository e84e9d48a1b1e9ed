import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Inbox } from '@premium-shaker/simulators/correo'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { aBuyer, post, sendOrderTo, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { productionSettings } from '#tests/failures/production-shop.ts'
import { runCommand } from '#tests/failures/run-command.ts'
import { preparedDataDir, type ShopProcess, staff, startShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'
import { anOrder } from '#tests/shop-helpers.ts'

let postgres: PostgresServer
let inbox: Inbox
let variables: Record<string, string>
let shop: ShopProcess

beforeAll(async () => {
	postgres = await startPostgres()
	const settings = await productionSettings(postgres)
	inbox = settings.inbox
	variables = { ...settings.variables, LOG_LEVEL: 'debug' }
	shop = await startShop(variables, 120)
})
afterAll(async () => {
	await shop.end('SIGTERM')
	await inbox.close()
	await postgres.stop()
})

const person = {
	first_name: 'Hortensia',
	last_name: 'Quilodrán',
	telefono: '912345678',
	email: 'hortensia.q@correo.cl',
}
const password = 'clave-de-hortensia-9'

/** Sends valid and invalid requests of a customer and an anonymous user; returns the tokens used. */
async function aBusyHour(at: ShopProcess): Promise<string[]> {
	await post(at, '/api/register/', { ...person, password })
	await post(at, '/api/token/', { username: person.email, password: 'equivocada-tambien-secreta' })
	const login = (await (await post(at, '/api/token/', { username: person.email, password })).json()) as {
		access: string
		refresh: string
	}
	const authorization = { authorization: `Bearer ${login.access}` }
	const order = anOrder({
		metodo_pago: 'transferencia',
		telefono: person.telefono,
		direccion: 'Los Aromos 4321, Ñuñoa',
	})
	const { body } = await sendOrderTo(at, login.access, { ...order, tipo_entrega: 'retiro' })
	const form = new FormData()
	const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#abc' } })
		.png()
		.toBuffer()
	form.set('orden_id', body.orden_id)
	form.set('comprobante', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'hortensia.png')
	await fetch(`${at.url}/api/subir_comprobante/`, { method: 'POST', body: form })
	await post(at, '/api/auth/password-reset/', { email: person.email })
	await fetch(`${at.url}/reset-password/abc/${login.refresh}`, { headers: { accept: 'text/html' } })
	await fetch(`${at.url}/api/auth/password-reset/validate/?uid=abc&token=${login.refresh}`)
	await fetch(`${at.url}/api/mapas/sugerencias/?q=Los+Aromos+4321`)
	await fetch(`${at.url}/api/perfil/`, { headers: authorization })
	await fetch(`${at.url}/api/orden/${login.refresh}`)
	await post(at, '/api/webhooks/mercadopago/', { data: { id: '1' }, payer: { email: person.email } })
	await fetch(`${at.url}/api/token/`, {
		method: 'POST',
		body: `{"username":"${person.email}`,
		headers: { 'content-type': 'application/json' },
	})
	await post(at, '/api/register/', {
		...person,
		first_name: `${person.first_name}\u{0}`,
		email: `x${person.email}`,
		password,
	})
	return [login.access, login.refresh]
}

/** Texts that no log may contain: personal data, tokens, the shop's secrets. */
function telling(log: string, secrets: readonly string[]): string[] {
	const personal = [...Object.values(person), 'Aromos', password, 'equivocada-tambien-secreta', staff.STAFF_PASSWORD]
	return [...personal, ...secrets].filter((text) => log.includes(text) || log.includes(encodeURIComponent(text)))
}

describe('the shop in production', () => {
	it('sells no unit before the owner has set the stock', async () => {
		const available = async () => await (await fetch(`${shop.url}/api/products/PREM-SHAKER-650/availability`)).json()
		expect(await available()).toMatchObject({ stock: { Blanco: 0, Celeste: 0, Negro: 0, Rosado: 0 } })
		await setProducts(shop, await staffAccess(shop), 'stock', 25)
		expect(await available()).toMatchObject({ stock: { Blanco: 25, Celeste: 25, Negro: 25, Rosado: 25 } })
	})

	it('has no simulators, and disables providers without credentials', async () => {
		for (const path of ['/simuladores', '/simuladores/correo', '/simuladores/mercadopago/v1/payments/search']) {
			expect((await fetch(`${shop.url}${path}`)).status).toBe(404)
			expect((await fetch(`${shop.url}${path}`, { headers: { accept: 'text/html' } })).status).toBe(404)
		}
		const options = (await (await fetch(`${shop.url}/api/checkout/`)).json()) as {
			gateways: string[]
			cupon_sha256: null
		}
		expect(options).toMatchObject({ gateways: [], cupon_sha256: null })
		const google = await (await fetch(`${shop.url}/api/login-google/nonce/`)).json()
		expect(google).toMatchObject({ disponible: false })
		expect(await (await fetch(`${shop.url}/api/social/`)).json()).toEqual({ results: [] })
		expect(shop.output()).not.toMatch(/simuladores|Contraseña/)
	})

	it('serves its API documents to staff alone', async () => {
		const access = await staffAccess(shop)
		const customer = await aBuyer(shop)
		for (const path of ['/api/docs', '/api/openapi.json']) {
			const statusFor = async (token?: string) =>
				(await fetch(`${shop.url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })).status
			expect([await statusFor(), await statusFor(customer), await statusFor(access)]).toEqual([401, 403, 200])
		}
		const headers = { authorization: `Bearer ${access}` }
		const document = await (await fetch(`${shop.url}/api/openapi.json`, { headers })).json()
		const { paths } = document as { paths: Record<string, unknown> }
		expect(paths).toHaveProperty(['/api/crear_orden'])
		expect(Object.keys(paths).filter((path) => !path.startsWith('/api/'))).toEqual([])
	})

	it('sends the https headers although its proxy connects by plain http', async () => {
		const page = await fetch(`${shop.url}/`, { headers: { accept: 'text/html', 'x-forwarded-proto': 'https' } })
		expect(page.status).toBe(200)
		expect(page.headers.get('strict-transport-security')).toContain('max-age=31536000')
		const policy = page.headers.get('content-security-policy') ?? ''
		expect(policy).toContain('upgrade-insecure-requests')
		expect(policy).toContain("script-src 'self';")
		expect(policy).not.toMatch(/unsafe-inline|google|localhost|127\.0\.0\.1/)
		expect(await page.text()).toContain('https://premiumshaker.cl')
	})

	it('logs no personal data and no secrets at any log level', async () => {
		await setProducts(shop, await staffAccess(shop), 'stock', 25)
		const tokens = await aBusyHour(shop)
		await expect.poll(() => inbox.mails().length, { timeout: 60_000 }).toBeGreaterThan(2)
		const mails = inbox
			.mails()
			.map(({ text }) => text)
			.join('\n')
		const links = [...mails.matchAll(/https:\/\/premiumshaker\.cl\/\S*?([\w-]{20,}(?:\.[\w-]{20,})*)/g)].map(
			(found) => found[1] ?? '',
		)
		expect(links.length).toBeGreaterThan(0)
		const log = shop.output()
		expect(log.split('\n').filter((line) => line.includes('"call"')).length).toBeGreaterThan(8)
		expect(telling(log, [...tokens, ...links, variables.SECRET_KEY ?? '', 'shop:shop@'])).toEqual([])
	})

	it('passes every check of its doctor', async () => {
		const { code, stdout } = await runCommand('doctor', [], variables)
		expect(code).toBe(0)
		expect(stdout).toContain('Todo en orden.')
		expect(stdout).toContain('al día')
		expect(stdout).toContain('ojo: Número de cuenta y Teléfono de contacto: es lo que dice la tienda de demostración')
		expect(stdout).toContain('ojo: falta el plazo de entrega')
		expect(stdout).not.toContain(variables.SECRET_KEY)
		expect(stdout).not.toContain('DISCOUNT_CODE')
		const coupon = await runCommand('doctor', [], { ...variables, DISCOUNT_CODE: 'SHAKER5000' })
		expect(coupon.stdout).toContain('ojo: DISCOUNT_CODE se puede adivinar')
	})
})

it('the log of a demo shop omits people and the generated secrets', async () => {
	const DATA_DIR = preparedDataDir()
	const demo = await startShop({ DATA_DIR, PORT: String(await freePort()), HOST: '127.0.0.1', LOG_LEVEL: 'debug' }, 120)
	const tokens = await aBusyHour(demo)
	const made = Object.values(JSON.parse(readFileSync(join(DATA_DIR, 'secretos-demo.json'), 'utf8')) as object)
	const secrets = made.filter((one): one is string => typeof one === 'string' && one.length > 15)
	expect(secrets.length).toBeGreaterThan(3)
	expect(await demo.end('SIGTERM')).toBe(0)
	expect(telling(demo.output(), [...tokens, ...secrets])).toEqual([])
})

describe('the doctor', () => {
	it.each([
		['a database that is away', { DATABASE_URL: 'postgres://shop:secreto@127.0.0.1:9/shop' }, '✗ base de datos'],
		['a mail server that is away', { SMTP_URL: 'smtp://127.0.0.1:9' }, '✗ correo'],
		[
			'a bucket that is away',
			{
				S3_BUCKET: 'b',
				S3_ENDPOINT: 'http://127.0.0.1:9',
				S3_REGION: 'r',
				S3_ACCESS_KEY_ID: 'k',
				S3_SECRET_ACCESS_KEY: 's',
			},
			'✗ archivos',
		],
		[
			'a gateway that is away',
			{ WEBPAY_COMMERCE_CODE: '1', WEBPAY_API_KEY: 'k', WEBPAY_API_URL: 'http://127.0.0.1:9' },
			'✗ webpay',
		],
		[
			'a demonstration that others reach',
			{ SHOP_MODE: 'demo', PUBLIC_URL: '', TRUSTED_PROXIES: '', HOST: '0.0.0.0' },
			'✗ demostración: otros llegan a esta demostración por HOST=0.0.0.0',
		],
		['mail in the open', { SMTP_URL: 'smtp://correo.cl' }, '✗ variables: SMTP_URL dejaría salir'],
		['variables that are missing', { SECRET_KEY: '' }, '✗ variables: SECRET_KEY'],
	])('names %s and fails', async (_name, changes, sentence) => {
		const { code, stdout } = await runCommand('doctor', [], { ...variables, ...changes } as Record<string, string>)
		expect(code).toBe(1)
		expect(stdout).toContain(sentence)
		expect(stdout).not.toContain('secreto@')
	})
})

it('the doctor calls each gateway with its credentials, and distinguishes valid from invalid ones', async () => {
	const port = String(await freePort())
	const DATA_DIR = preparedDataDir()
	const demo = await startShop({ DATA_DIR, PORT: port, HOST: '127.0.0.1' }, 120)
	const secrets = JSON.parse(readFileSync(join(DATA_DIR, 'secretos-demo.json'), 'utf8')) as Record<string, string>
	const at = `${demo.url}/simuladores`
	const good = {
		MERCADOPAGO_ACCESS_TOKEN: secrets.mercadopagoToken ?? '',
		MERCADOPAGO_WEBHOOK_SECRET: secrets.mercadopagoWebhookSecret ?? '',
		MERCADOPAGO_API_URL: `${at}/mercadopago`,
		FLOW_API_KEY: secrets.flowApiKey ?? '',
		FLOW_SECRET_KEY: secrets.flowSecretKey ?? '',
		FLOW_API_URL: `${at}/flow/api`,
		WEBPAY_COMMERCE_CODE: '597055555532',
		WEBPAY_API_KEY: secrets.webpayApiKey ?? '',
		WEBPAY_API_URL: `${at}/webpay`,
	}
	const run = async (changes: Record<string, string>) =>
		(await runCommand('doctor', [], { ...variables, ...good, ...changes })).stdout
	const fine = await run({})
	for (const name of ['mercadopago', 'flow', 'webpay']) expect(fine).toContain(`✓ ${name}`)
	const bad = await run({
		MERCADOPAGO_ACCESS_TOKEN: `APP_USR-${randomUUID()}`,
		FLOW_SECRET_KEY: 'otra',
		WEBPAY_API_KEY: 'otra',
	})
	for (const name of ['mercadopago', 'flow', 'webpay']) expect(bad).toContain(`✗ ${name}`)
	await demo.end('SIGTERM')
})
