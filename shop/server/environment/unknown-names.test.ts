import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { examineShop } from '#modules/doctor/server/examine-shop.ts'
import { misspelledNames } from '#shop/server/environment/environment.ts'

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
