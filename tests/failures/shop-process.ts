import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { liftLimitsAt } from '#tests/lift-limits.ts'
import { copyTemplateTo } from '#tests/template-path.ts'
import { node } from '../../tools/set-up.mjs'

export const staff = { STAFF_EMAIL: 'jefa@premiumshaker.cl', STAFF_PASSWORD: 'clave-de-la-jefa' }

/** Turns off optimizing compilation of the embedded database: it takes a second of CPU and 600 MiB, more than a test gains. */
export const compiledOnce = '--liftoff-only'

/** A shop process started like `npm start`, except for the compilation of its embedded database. */
export interface ShopProcess {
	readonly child: ChildProcess
	readonly url: string
	/** Output so far, both streams. */
	output(): string
	/** Sends `signal` and returns the exit code; null when killed by the signal. */
	end(signal: NodeJS.Signals): Promise<number | null>
}

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'premium-shaker-'))

/** A folder with a migrated embedded database, for a test that is not about a first start. */
export function preparedDataDir(): string {
	const dataDir = newDataDir()
	copyTemplateTo(dataDir)
	return dataDir
}

/** A failed test does not end its shop, so the end of its worker does. */
const running = new Set<ChildProcess>()
const endAll = () => {
	for (const child of running) child.kill('SIGKILL')
}
process.once('exit', endAll)
process.once('SIGTERM', () => process.exit(143))

/** Starts the process without waiting; `folder` is another built version of the shop. */
export function spawnShop(variables: Record<string, string>, folder = '.'): ShopProcess {
	const child = spawn(node, [compiledOnce, 'dist/shop/main.js'], {
		cwd: folder,
		env: {
			PATH: process.env.PATH ?? '',
			NODE_COMPILE_CACHE: 'node_modules/.cache/node',
			LOG_LEVEL: 'warn',
			SHOP_MODE: 'demo',
			...staff,
			...variables,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	running.add(child)
	child.once('exit', () => running.delete(child))
	let output = ''
	child.stdout.on('data', (chunk) => {
		output += chunk
	})
	child.stderr.on('data', (chunk) => {
		output += chunk
	})
	return {
		child,
		url: `http://127.0.0.1:${variables.PORT ?? 3000}`,
		output: () => output,
		async end(signal) {
			if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
			const ended = once(child, 'exit')
			child.kill(signal)
			const [code] = await ended
			return code as number | null
		},
	}
}

/** Starts the process and waits up to `seconds` until it is ready; another version has its own limits. */
export async function startShop(
	variables: Record<string, string>,
	seconds = 60,
	folder?: string,
): Promise<ShopProcess> {
	const shop = spawnShop(variables, folder)
	for (let tries = 0; tries < seconds * 10; tries++) {
		if (shop.child.exitCode !== null) throw new Error(`the shop did not start: ${shop.output()}`)
		const ready = await fetch(`${shop.url}/salud/listo`, { signal: AbortSignal.timeout(2000) }).then(
			(answer) => answer.ok,
			() => false,
		)
		if (ready) {
			const database = variables.DATABASE_DIRECT_URL ?? variables.DATABASE_URL
			if (database && !folder) await liftLimitsAt(database)
			return shop
		}
		await wait(100)
	}
	await shop.end('SIGKILL')
	throw new Error(`the shop was not ready in time: ${shop.output()}`)
}

/** Waits for a process that exits by itself; returns its exit code. */
export async function exitOf(shop: ShopProcess): Promise<number | null> {
	if (shop.child.exitCode !== null) return shop.child.exitCode
	const [code] = await once(shop.child, 'exit')
	return code as number | null
}
