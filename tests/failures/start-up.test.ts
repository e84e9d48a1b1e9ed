import { readdirSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exitOf, newDataDir, preparedDataDir, spawnShop, startShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'

describe('a failed start prints its reason in one line and exits with an error', () => {
	let occupied: Server
	let occupiedPort: number

	beforeAll(async () => {
		occupiedPort = await freePort()
		occupied = createServer().listen(occupiedPort, '127.0.0.1')
	})
	afterAll(() => new Promise<void>((done) => void occupied.close(() => done())))

	it.each([
		['a bad value', () => ({ PORT: 'ocho' }), 'PORT'],
		['a password that is too short', () => ({ STAFF_PASSWORD: 'corta' }), 'STAFF_PASSWORD'],
		[
			'a demonstration that others can reach, and nobody asked for',
			() => ({ SHOP_MODE: '', HOST: '0.0.0.0' }),
			'escribe SHOP_MODE=production para vender, o SHOP_MODE=demo',
		],
		['production without its settings', () => ({ SHOP_MODE: 'production' }), 'DATABASE_URL'],
		[
			'a database that does not answer',
			() => ({ DATABASE_URL: 'postgres://shop:shop@127.0.0.1:9/shop' }),
			'DATABASE_URL',
		],
		['a data folder that is none', () => ({ DATA_DIR: 'package.json' }), 'DATA_DIR'],
		[
			'an address of another machine',
			() => ({ HOST: '192.0.2.1', PORT: String(occupiedPort), DATA_DIR: preparedDataDir() }),
			'HOST',
		],
		['a port in use', () => ({ PORT: String(occupiedPort), DATA_DIR: preparedDataDir() }), 'PORT'],
	])('%s', async (_name, variables, named) => {
		const shop = spawnShop({ DATA_DIR: newDataDir(), ...variables() })
		expect(await exitOf(shop)).toBe(1)
		const lines = shop.output().trim().split('\n')
		expect(lines).toHaveLength(1)
		expect(lines[0]).toMatch(/^No se puede abrir la tienda: /)
		expect(lines[0]).toContain(named)
	})
})

/** Files and folders of a data folder that other users of the machine could open. */
function readableByOthers(dataDir: string): string[] {
	const paths = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
	expect(paths).toContain('base/PG_VERSION')
	// The engine rewrites its relation cache at run time, in a folder closed to others.
	const kept = paths.filter((path) => !path.endsWith('pg_internal.init'))
	// A temporary file may be deleted by now.
	const modeOf = (path: string) => statSync(join(dataDir, path), { throwIfNoEntry: false })?.mode ?? 0
	return kept.filter((path) => (modeOf(path) & 0o077) !== 0)
}

it('a start prints its addresses, and the generated password at the first start only; SIGTERM stops it cleanly', async () => {
	const variables = { DATA_DIR: newDataDir(), PORT: String(await freePort()), STAFF_PASSWORD: '' }
	const first = await startShop(variables, 120)
	await expect.poll(() => first.output()).toMatch(/Contraseña +\S{12}/)
	for (const path of ['', '/login', '/simuladores/correo'])
		expect(first.output()).toContain(`http://localhost:${variables.PORT}${path}`)
	const withKey = /http:\/\/localhost:\d+(\/simuladores\/\?llave=\S+)/.exec(first.output())?.[1]
	const opened = await fetch(`${first.url}${withKey}`, { redirect: 'manual' })
	expect(opened.headers.get('set-cookie')).toContain('HttpOnly')
	expect(readableByOthers(variables.DATA_DIR)).toEqual([])
	const rival = spawnShop({ ...variables, PORT: String(await freePort()) })
	expect(await exitOf(rival)).toBe(1)
	expect(rival.output()).toContain('otra tienda ya tiene abierta la base de datos')
	expect(await first.end('SIGTERM')).toBe(0)
	const second = await startShop(variables)
	await expect.poll(() => second.output()).toContain('/simuladores/correo')
	expect(second.output()).not.toContain('Contraseña')
	expect(await second.end('SIGTERM')).toBe(0)
})
