import { describe, expect, it } from 'vitest'
import { isPlainlyNoSecret } from '#core/server/environment/variables.ts'
import { areNarrow } from '#modules/lists/environment.ts'
import { readEnvironment } from './environment.ts'

const complete = {
	SHOP_MODE: 'production',
	DATABASE_URL: 'postgres://shop@127.0.0.1/shop',
	PUBLIC_URL: 'https://premiumshaker.cl/',
	SECRET_KEY: '4b1c2f0a9d8e7c6b5a49382716f5e4d3',
	STAFF_EMAIL: 'jefa@premiumshaker.cl',
	STAFF_PASSWORD: 'una clave larga',
	SMTP_URL: 'smtps://mail.example.cl',
	MAIL_FROM: 'Tienda <hola@premiumshaker.cl>',
}

/** The problems of one variable of an otherwise valid production configuration. */
function problemsWith(name: string, value: string): string[] {
	try {
		readEnvironment({ ...complete, [name]: value })
		return []
	} catch (error) {
		const problems = error instanceof Error ? error.message.split('; ') : []
		return problems.filter((problem) => problem.startsWith(`${name} `))
	}
}

describe('a production shop', () => {
	it.each([
		['SMTP_URL', 'smtp://correo.cl'],
		['SMTP_URL', 'smtp://correo.cl:25?requireTLS=false'],
		['SMTP_URL', 'smtp://u:p@correo.cl?requireTLS=false'],
		['SMTP_URL', 'smtp://u:p@correo.cl?ignoreTLS=true'],
		['SMTP_URL', 'smtps://correo.cl?secure=false'],
		['SMTP_URL', 'smtps://u:p@correo.cl?tls.rejectUnauthorized=false'],
		['MERCADOPAGO_API_URL', 'http://api.mercadopago.com'],
		['FLOW_API_URL', 'http://www.flow.cl/api'],
		['FLOW_API_URL', 'HTTP://www.flow.cl/api'],
		['WEBPAY_API_URL', 'http://webpay3g.transbank.cl'],
		['OPENFACTURA_API_URL', 'http://api.haulmer.com/v2/dte'],
		['INSTAGRAM_API_URL', 'http://graph.instagram.com'],
		['S3_ENDPOINT', 'http://minio:9000'],
		['DATABASE_URL', 'postgres://shop@db.cl/shop?sslmode=disable'],
		['DATABASE_URL', 'postgres://shop@10.0.0.2/shop?sslmode=disable'],
		['DATABASE_URL', 'postgres://shop@localhost/shop?host=db.cl&sslmode=disable'],
		['DATABASE_URL', 'postgres://shop@db.cl/shop?ssl=0'],
		['DATABASE_URL', 'postgres://shop@db.cl/shop?ssl=false'],
		['DATABASE_URL', 'postgres://shop@db.cl/shop'],
		['DATABASE_URL', 'postgres://shop@10.0.0.2/shop'],
		['DATABASE_URL', 'postgres://shop@[fd00::2]/shop'],
		['DATABASE_URL', 'postgres://shop@db.internal/shop'],
		['DATABASE_URL', 'postgres://shop@localhost/shop?host=db.cl'],
		['DATABASE_URL', 'postgres://shop@db.cl/shop?sslmode=prefer'],
		['DATABASE_URL', 'postgres://shop@db.cl/shop?sslmode=no-verify'],
		['DATABASE_URL', 'postgres://shop@db.cl/shop?sslmode=verify-full&sslmode=disable'],
		['DATABASE_URL', 'postgres://shop@postgres/shop?sslmode=disable'],
		['DATABASE_DIRECT_URL', 'postgres://shop@db.cl/shop'],
		['PHOTON_URL', 'http://photon.cl'],
		['OSRM_URL', 'http://10.0.0.2:5000'],
		['SECRET_KEY', 'a'.repeat(40)],
		['SECRET_KEY_PREVIOUS', 'a'.repeat(40)],
	])('rejects %s=%s', (name, value) => {
		const problems = problemsWith(name, value)
		expect(problems).toHaveLength(1)
		expect(problems[0]).toMatch(new RegExp(`^${name} [^;]+$`))
	})

	it.each([
		['SMTP_URL', 'smtps://u:p@correo.cl:465'],
		['SMTP_URL', 'smtps://correo.cl'],
		['SMTP_URL', 'smtp://u:p@correo.cl:587'],
		['SMTP_URL', 'smtp://correo.cl?requireTLS=true'],
		['SMTP_URL', 'smtp://127.0.0.1:25'],
		['SMTP_URL', 'smtp://localhost'],
		['FLOW_API_URL', 'https://www.flow.cl/api'],
		['FLOW_API_URL', 'http://127.0.0.1:3000/simuladores/flow/api'],
		['S3_ENDPOINT', 'http://localhost:9000'],
		['PHOTON_URL', 'https://photon.cl'],
		['OSRM_URL', 'http://127.0.0.1:5000'],
		['DATABASE_URL', 'postgres://shop@postgres:5432/shop'],
		['DATABASE_URL', 'postgres://shop@127.0.0.1/shop'],
		['DATABASE_URL', 'postgres://shop@[::1]:5432/shop'],
		['DATABASE_URL', 'postgres://shop@127.0.0.1/shop?sslmode=disable'],
		['DATABASE_URL', 'postgres://shop@/shop?host=/run/postgresql&sslmode=disable'],
		['DATABASE_URL', 'postgres://shop@db.cl/shop?sslmode=verify-full'],
		['DATABASE_URL', 'postgres://shop@10.0.0.2/shop?sslmode=require'],
		['DATABASE_URL', 'postgres://shop@db.cl/shop?sslmode=verify-ca&sslrootcert=/etc/ca.pem'],
		['DATABASE_URL', 'postgres://shop@db.cl/shop?ssl=true'],
	])('accepts %s=%s', (name, value) => {
		expect(problemsWith(name, value)).toEqual([])
	})
})

it.each([
	'x'.repeat(64),
	'ab'.repeat(20),
	'aabbabaababbbaabababbbabaaabbabab',
	'0123456789abcdefghijklmnopqrstuvwxyz',
	'abcdefghijklmno'.repeat(3),
	'cambia-esto-por-una-clave-larga-9183',
	'MySuperSecretKeyForTheShop-2026-x7',
	'premium-shaker-produccion-2026-0001',
])('rejects %s as no secret', (key) => {
	expect(isPlainlyNoSecret(key)).toBe(true)
})

it.each([
	'9f2c04b7e1a85d36c07f91e2b4d8a6530e7c19f5b2a84d60',
	'c3d0a7e95b1f4826d07e3a9c5f1b8240',
	'Yw7nQmT0vR2kZp9cXb4LsE8jHd1GfUaK',
	'2b1f7c9e-5d34-4a86-b0e7-91c3d5f8a264',
])('accepts %s as random', (key) => {
	expect(isPlainlyNoSecret(key)).toBe(false)
})

it.each([
	['127.0.0.1', true],
	['10.0.0.0/8, 172.16.0.0/12, uniquelocal', true],
	['104.16.0.0/13, 2606:4700::/32', true],
	['fc00::/7, ::1', true],
	['0.0.0.0/0', false],
	['10.0.0.0/8, 0.0.0.0/1', false],
	['128.0.0.0/2', false],
	['::/0', false],
	['2000::/3', false],
	['::ffff:0:0/96', false],
	['0:0:0:0:0:ffff:0.0.0.0/96', false],
	['::ffff:10.0.0.0/104', true],
])('checks that the proxies %s are narrow enough: %s', (list, isNarrow) => {
	expect(areNarrow(list)).toBe(isNarrow)
})
