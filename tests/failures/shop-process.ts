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

/**
 * Leaves the embedded database as it was compiled first: to compile it once more for speed takes a second of CPU and 600 MiB, more than
 * a test asks of it.
 */
const compiledOnce = '--liftoff-only'

/** The shop as a process of its own, started the way `npm start` starts it, but for how its embedded database is compiled. */
export interface ShopProcess {
	readonly child: ChildProcess
	readonly url: string
	/** What it wrote so far, both streams. */
	output(): string
	/** Ends it with `signal` and gives its exit code; null when the signal killed it. */
	end(signal: NodeJS.Signals): Promise<number | null>
}

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'premium-shaker-'))

/** A folder whose embedded database is migrated already, for a test that is not about a first start. */
export function preparedDataDir(): string {
	const dataDir = newDataDir()
	copyTemplateTo(dataDir)
	return dataDir
}

/** A test that fails never comes to the line that ends its shop: its worker's end, a signal of Vitest, ends what still runs. */
const running = new Set<ChildProcess>()
const endAll = () => {
	for (const child of running) child.kill('SIGKILL')
}
process.once('exit', endAll)
process.once('SIGTERM', () => process.exit(143))

/** Starts the process without waiting for it to be ready; `folder` is another version of the shop, built. */
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

/** Starts the process and waits, for at most `seconds`, until it is ready; one of another version has its own limits. */
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

/** Waits for a process that ends by itself; gives its exit code. */
export async function exitOf(shop: ShopProcess): Promise<number | null> {
	if (shop.child.exitCode !== null) return shop.child.exitCode
	const [code] = await once(shop.child, 'exit')
	return code as number | null
}
