import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EnvironmentError, misspelledNames, readEnvironment } from '#modules/lists/environment.ts'
import { demoSettings } from '#modules/settings/settings.ts'
import { examineShop } from '#shop/server/doctor/examine-shop.ts'

describe('environment', () => {
	const complete = {
		SHOP_MODE: 'production',
		DATABASE_URL: 'postgres://shop@db/shop',
		PUBLIC_URL: 'https://premiumshaker.cl/',
		SECRET_KEY: '4b1c2f0a9d8e7c6b5a49382716f5e4d3',
		STAFF_EMAIL: 'jefa@premiumshaker.cl',
		STAFF_PASSWORD: 'una clave larga',
		SMTP_URL: 'smtps://mail.example.cl',
		MAIL_FROM: 'Tienda <hola@premiumshaker.cl>',
		SHOP_LAT: '-33.43',
		SHOP_LON: '-70.63',
	}

	describe('the environment', () => {
		it('needs no variable for a demo', () => {
			const env = readEnvironment({})
			expect(env).toMatchObject({
				isDemo: true,
				PORT: 3000,
				publicUrl: 'http://localhost:3000',
				discountCode: 'SHAKER5000',
			})
			expect(env.gateways).toEqual(['mercadopago', 'flow', 'webpay'])
		})

		it.each([
			[{ PORT: 'abc' }, 'PORT'],
			[{ PORT: '70000' }, 'PORT'],
			[{ SHOP_MODE: 'prod' }, 'SHOP_MODE'],
			[{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
			[{ DATABASE_URL: 'postgres://shop:cla/ve@db:5432/shop' }, 'DATABASE_URL'],
			[{ DATABASE_URL: 'postgres://shop:clave@db:99999/shop' }, 'DATABASE_URL'],
			[{ DATABASE_DIRECT_URL: 'mysql://x' }, 'DATABASE_DIRECT_URL'],
			[{ DATABASE_DIRECT_URL: 'postgres://shop@db/shop' }, 'DATABASE_URL falta'],
			[{ PUBLIC_URL: 'tienda' }, 'PUBLIC_URL'],
			[{ PUBLIC_URL: 'https://tienda.cl/shop' }, 'PUBLIC_URL'],
			[{ PUBLIC_URL: 'https://tienda.cl/?a=1' }, 'PUBLIC_URL'],
			[{ PUBLIC_URL: 'https://u:p@tienda.cl' }, 'PUBLIC_URL'],
			[{ SELLER_RUT: '76.192.083-8' }, 'SELLER_RUT no vale: No es un RUT'],
			[{ SELLER_EMAIL: 'hola@' }, 'SELLER_EMAIL no vale: Escribe un correo'],
			[{ BANK_ACCOUNT_NUMBER: 'mi cuenta' }, 'BANK_ACCOUNT_NUMBER no vale'],
			[{ BANK_RUT: '76.129.083-9' }, 'BANK_RUT'],
			[{ TAX_DOCUMENTS: 'sii' }, 'TAX_DOCUMENTS'],
			[{ TAX_RUT: '76.129.083-9' }, 'TAX_RUT'],
			[{ TAX_ACTECO: '47910' }, 'TAX_ACTECO'],
			[{ TAX_COMUNA: 'x'.repeat(21) }, 'TAX_COMUNA'],
			[{ BOLETA_MODEL: 'a veces' }, 'BOLETA_MODEL'],
			[{ BOLETA_AT: 'despacho' }, 'BOLETA_AT'],
			[{ UF_135: '5.363.274,5' }, 'UF_135'],
			[{ OPENFACTURA_API_URL: 'https://api.haulmer.com' }, 'OPENFACTURA_API_URL debe terminar en /v2/dte'],
			[{ SMTP_URL: 'smtp://' }, 'SMTP_URL'],
			[{ SMTP_URL: 'smtp://correo.cl:99999' }, 'SMTP_URL'],
			[{ MAIL_FROM: 'Premium Shaker' }, 'MAIL_FROM'],
			[{ MAIL_FROM: 'Tienda <hola@>' }, 'MAIL_FROM'],
			[{ STAFF_EMAIL: `${'a'.repeat(65)}@tienda.cl` }, 'STAFF_EMAIL debe ser un correo'],
			[{ STAFF_PASSWORD: 'corta' }, 'STAFF_PASSWORD debe tener de 8 a 128 caracteres'],
			[{ STAFF_PASSWORD: 'ñ'.normalize('NFD').repeat(4) }, 'STAFF_PASSWORD debe tener de 8 a 128 caracteres'],
			[{ STAFF_PASSWORD: 'x'.repeat(129) }, 'STAFF_PASSWORD debe tener de 8 a 128 caracteres'],
			[{ LOG_LEVEL: 'todo' }, 'LOG_LEVEL debe ser fatal, error, warn, info, debug o silent'],
			[{ PORT: '3000.5' }, 'PORT debe ser un número de puerto'],
			[{ GATEWAYS: 'paypal' }, 'GATEWAYS'],
			[{ TRUSTED_PROXIES: 'todos' }, 'TRUSTED_PROXIES'],
			[{ TRUSTED_PROXIES: '10.0.0.0/64' }, 'TRUSTED_PROXIES'],
			[{ SHOP_MODE: 'demo', TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES abarca'],
			[{ METRICS_TOKEN: 'corta' }, 'METRICS_TOKEN'],
			[{ FLOW_API_KEY: 'k' }, 'FLOW_SECRET_KEY'],
			[{ SHOP_LAT: 'sur' }, 'SHOP_LAT'],
			[{ SHOP_LAT: '33.4489' }, 'SHOP_LAT'],
			[{ SHOP_LON: '-33.4489' }, 'SHOP_LON'],
			[{ ...complete, MAPS_PROVIDER: 'google' }, 'GOOGLE_MAPS_KEY'],
			[{ ...complete, MAPS_PROVIDER: 'osm' }, 'OSRM_URL'],
		])('names the invalid variable in %j', (raw, name) => {
			expect(() => readEnvironment(raw)).toThrow(EnvironmentError)
			expect(() => readEnvironment(raw)).toThrow(name)
		})

		it.each(['https://ñandú.cl', 'https://tienda.cl:8443/'])('accepts %s as the address of the site', (PUBLIC_URL) => {
			expect(readEnvironment({ ...complete, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL.replace(/\/$/, ''))
		})

		it.each(['postgresql://shop:cla%2Fve@db/shop', 'postgres://shop@/shop?host=/run/postgresql', 'postgres:///shop'])(
			'accepts %s as the address of the database',
			(DATABASE_URL) => {
				expect(readEnvironment({ SHOP_MODE: 'demo', DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
			},
		)

		it('reports problems in Spanish', () => {
			const wrong = { PORT: '80.5', LOG_LEVEL: 'trace', STAFF_PASSWORD: 'x'.repeat(129) }
			expect(() => readEnvironment(wrong)).toThrow(
				'PORT debe ser un número de puerto; LOG_LEVEL debe ser fatal, error, warn, info, debug o silent; STAFF_PASSWORD debe tener de 8 a 128 caracteres',
			)
		})

		it.each(['DATABASE_URL=postgres', 'SMTP_URL=smtps'])('explains the form of a password in %s', (start) => {
			const [name = '', protocol] = start.split('=')
			expect(() => readEnvironment({ [name]: `${protocol}://tienda:cla/ve@servidor.cl:465` })).toThrow(
				// Problems are separated by semicolons.
				/^[^;]*usuario:contraseña@servidor[^;]*%2F[^;]*$/,
			)
		})

		it('is complete for production, without gateways that have no credentials', () => {
			expect(readEnvironment(complete)).toMatchObject({ isDemo: false, gateways: [], discountCode: undefined })
			const paying = { ...complete, MERCADOPAGO_ACCESS_TOKEN: 't', MERCADOPAGO_WEBHOOK_SECRET: 's' }
			expect(readEnvironment(paying).gateways).toEqual(['mercadopago'])
		})

		it("fixes the settings that it names, in the panel's form, and leaves the others to the owner", () => {
			const { fixedSettings, initialSettings } = readEnvironment({
				...complete,
				DELIVERY_TERM: ' 5  días hábiles ',
				SELLER_RUT: '761920839',
				GATEWAYS: 'webpay, flow',
			})
			expect([...fixedSettings]).toEqual([
				['vendedor_rut', '76.192.083-9'],
				['pasarelas', 'webpay,flow'],
				['plazo_entrega', '5 días hábiles'],
				['tienda_posicion', '-33.43000, -70.63000'],
			])
			expect([...initialSettings]).toEqual([])
			expect(readEnvironment({}).initialSettings.get('plazo_entrega')).toBe('3 días hábiles')
		})

		it.each(Object.keys(complete).filter((name) => name !== 'SHOP_MODE'))('rejects production without %s', (name) => {
			expect(() => readEnvironment({ ...complete, [name]: '' })).toThrow(name)
		})

		it('accepts the values of .env.example up to the end of the line, as systemd reads them', () => {
			const lines = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm)]
			const given = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
			expect(Object.values(given).filter((value) => value.includes('#'))).toEqual([])
			const { fixedSettings, ...rest } = readEnvironment(given)
			const { fixedSettings: _none, ...plain } = readEnvironment({})
			expect(rest).toMatchObject(plain)
			expect(Object.fromEntries(fixedSettings)).toMatchObject(Object.fromEntries(demoSettings))
		})

		it.each(['12345678', 'premiumshaker', 'Jefa-2026'])(
			'rejects the guessable STAFF_PASSWORD %s in production',
			(clave) => {
				expect(() => readEnvironment({ ...complete, STAFF_PASSWORD: clave })).toThrow(
					'STAFF_PASSWORD es fácil de adivinar',
				)
				expect(readEnvironment({ STAFF_PASSWORD: clave }).STAFF_PASSWORD).toBe(clave)
			},
		)

		it('rejects an unsafe production', () => {
			expect(() => readEnvironment({ ...complete, PUBLIC_URL: 'http://premiumshaker.cl' })).toThrow('PUBLIC_URL')
			expect(() => readEnvironment({ ...complete, SECRET_KEY: 'short' })).toThrow('SECRET_KEY')
			expect(() => readEnvironment({ ...complete, SECRET_KEY: 'a'.repeat(64) })).toThrow('SECRET_KEY no es un secreto')
			const open = { ...complete, SMTP_URL: 'smtp://correo.cl', S3_ENDPOINT: 'http://s3.cl' }
			expect(() => readEnvironment(open)).toThrow(/SMTP_URL|S3_ENDPOINT/)
			expect(() => readEnvironment({ ...complete, GOOGLE_JWKS_URL: 'https://evil.example/keys' })).toThrow(
				'GOOGLE_JWKS_URL',
			)
		})
	})
})

describe('unknown names', () => {
	describe('misspelledNames', () => {
		it.each([
			['FLOW_APIKEY', 'FLOW_API_KEY'],
			['METRICSTOKEN', 'METRICS_TOKEN'],
			['SMTP_ULR', 'SMTP_URL'],
			['DISCOUNT_CODES', 'DISCOUNT_CODE'],
			['BOLETA_MODELL', 'BOLETA_MODEL'],
			['DATABASE_UR', 'DATABASE_URL'],
			['smtp_url', 'SMTP_URL'],
		])('names %s, which is one typing error from %s', (name, meant) => {
			expect(misspelledNames({ [name]: 'x' })).toEqual([
				`${name} no es una variable de la tienda: ¿quisiste escribir ${meant}?`,
			])
		})

		it("names only variables that resemble one of the shop's", () => {
			expect(misspelledNames({ SMTP_HOST: 'x', WEBPAY_CODE: 'x' })).toEqual([
				expect.stringContaining('SMTP_HOST no es'),
				expect.stringContaining('WEBPAY_CODE no es'),
			])
		})

		it('ignores every name of .env.example and those of other programs', () => {
			const example = readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z0-9_]+)=/gm)
			const shells = [
				'HOME',
				'HOSTNAME',
				'PATH',
				'POST',
				'MAIL',
				'MAILTO',
				'LOGNAME',
				'LOG_DIR',
				'SHOP_SERVICE_HOST',
				'PWD',
			]
			const others = [
				'GOOGLE_APPLICATION_CREDENTIALS',
				'DATABASE_HOST',
				'NODE_ENV',
				'POSTGRES_PASSWORD',
				'PGHOST',
				'FLOW',
			]
			const names = [...[...example].map(([, name = '']) => name), ...shells, ...others]
			expect(names.length).toBeGreaterThan(40)
			expect(misspelledNames(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
		})

		it('ignores an empty variable', () => {
			expect(misspelledNames({ FLOW_APIKEY: ' ' })).toEqual([])
		})

		it("is part of the doctor's output, also with an invalid configuration", async () => {
			const findings = await examineShop({ PORT: 'x', METRICSTOKEN: 'abc' })
			expect(findings).toContainEqual({ about: 'ojo', isWrong: false, text: expect.stringContaining('METRICS_TOKEN') })
		})
	})
})
