import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exposedBy, readDemoSecrets } from '#core/server/environment/demo.ts'
import { EnvironmentError, readEnvironment } from '#modules/lists/environment.ts'

describe('demo', () => {
	describe("a demo's secrets", () => {
		let dataDir: string
		const path = () => join(dataDir, 'secretos-demo.json')
		beforeEach(() => {
			dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
		})
		afterEach(() => rmSync(dataDir, { recursive: true }))

		it('are generated once, distinct, and stay', () => {
			const made = readDemoSecrets(dataDir)
			expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length)
			expect(readDemoSecrets(dataDir)).toEqual(made)
		})

		it('are added when an older version lacked some', () => {
			const { flowApiKey, ...older } = readDemoSecrets(dataDir)
			writeFileSync(path(), JSON.stringify(older))
			const now = readDemoSecrets(dataDir)
			expect(now).toMatchObject(older)
			expect(now.flowApiKey).toMatch(/^[0-9a-f]{48}$/)
			expect(now.flowApiKey).not.toBe(flowApiKey)
			expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual(now)
		})
	})
})

describe('demo problem', () => {
	const local = 'http://127.0.0.1:3000'

	describe('a demo that was not requested', () => {
		it.each([
			{},
			{ HOST: '127.0.0.1', PUBLIC_URL: local },
			{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' },
			{ HOST: 'localhost', PUBLIC_URL: 'http://tienda.localhost:3000' },
			{ SHOP_MODE: ' ', DATABASE_URL: '' },
		])('starts when only this machine reaches it: %j', (raw) => {
			expect(readEnvironment(raw).isDemo).toBe(true)
		})

		it.each([
			[{ PUBLIC_URL: 'https://premiumshaker.cl' }, 'PUBLIC_URL'],
			[{ PUBLIC_URL: 'https://localhost:3000' }, 'PUBLIC_URL'],
			[{ PUBLIC_URL: 'http://premiumshaker.cl' }, 'PUBLIC_URL'],
			[{ PUBLIC_URL: 'http://192.168.1.20:3000' }, 'PUBLIC_URL'],
			[{ HOST: '0.0.0.0' }, 'HOST'],
			[{ HOST: '::' }, 'HOST'],
			[{ HOST: '192.168.1.20' }, 'HOST'],
			[{ TRUSTED_PROXIES: '127.0.0.1' }, 'TRUSTED_PROXIES'],
			[{ DATABASE_URL: 'postgres://shop@localhost/shop' }, 'DATABASE_URL'],
		])('is rejected with %j, and names the variable to set in one sentence', (raw, name) => {
			expect(() => readEnvironment(raw)).toThrow(EnvironmentError)
			expect(() => readEnvironment(raw)).toThrow(
				new RegExp(`^SHOP_MODE falta[^;]* ${name} [^;]*escribe SHOP_MODE=production[^;]*$`),
			)
		})

		it('names SHOP_MODE=demo only where it would be accepted', () => {
			expect(() => readEnvironment({ HOST: '0.0.0.0' })).toThrow('o SHOP_MODE=demo')
			expect(() => readEnvironment({ PUBLIC_URL: 'https://premiumshaker.cl' })).not.toThrow('SHOP_MODE=demo')
		})

		it('is rejected first: production without its mode', () => {
			const forgotten = {
				DATABASE_URL: 'postgres://shop@db/shop',
				PUBLIC_URL: 'https://premiumshaker.cl',
				SECRET_KEY: '4b1c2f0a9d8e7c6b5a49382716f5e4d3',
				SMTP_URL: 'smtps://correo.cl',
				FLOW_API_KEY: 'sin su pareja',
			}
			expect(() => readEnvironment(forgotten)).toThrow(/^SHOP_MODE falta[^;]*$/)
		})
	})

	describe('a requested demo', () => {
		it.each([
			{ HOST: '0.0.0.0' },
			{ HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.20:3000' },
			{ PUBLIC_URL: 'http://10.1.2.3:3000' },
			{ PUBLIC_URL: 'http://[fd00::20]:3000' },
			{ PUBLIC_URL: 'http://mi-notebook.local:3000' },
			{ PUBLIC_URL: 'http://mi-notebook:3000' },
			{ DATABASE_URL: 'postgres://shop@localhost/shop', TRUSTED_PROXIES: '127.0.0.1' },
		])('starts in its own network: %j', (raw) => {
			expect(readEnvironment({ SHOP_MODE: 'demo', ...raw }).isDemo).toBe(true)
		})

		it.each([
			'https://premiumshaker.cl',
			'https://localhost:3000',
			'http://premiumshaker.cl',
			'http://premiumshaker.cl.:3000',
			'http://200.1.2.3:3000',
			'http://172.32.0.1',
			'http://[2800:300::1]:3000',
			'http://[::ffff:200.1.2.3]',
		])('never starts at %s', (PUBLIC_URL) => {
			expect(() => readEnvironment({ SHOP_MODE: 'demo', PUBLIC_URL })).toThrow(
				/^PUBLIC_URL no puede ser [^;]*escribe SHOP_MODE=production, o quita PUBLIC_URL$/,
			)
		})
	})

	it('lists the settings that expose it', () => {
		const closed = { HOST: 'localhost', publicUrl: local }
		expect(exposedBy(closed)).toEqual([])
		expect(exposedBy({ ...closed, HOST: '0.0.0.0' })).toEqual(['HOST=0.0.0.0'])
		expect(exposedBy({ ...closed, publicUrl: 'http://10.0.0.2' })).toEqual(['PUBLIC_URL=http://10.0.0.2'])
		expect(exposedBy({ ...closed, TRUSTED_PROXIES: '127.0.0.1' })).toEqual(['TRUSTED_PROXIES=127.0.0.1'])
	})
})
