import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tests/free-port.ts'
import { copyTemplateTo } from '#tests/template-path.ts'
import { frugal } from '../../tools/set-up.mjs'

/** The shop as a process of its own, as `npm start` runs it. */
export interface ShopProcess {
	readonly url: string
	/** Asks it to stop. Throws when it does not end by itself with code 0 within 10 seconds, or has logged an error. */
	stop(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const startMs = 120_000
const stopMs = 10_000
const errorLevel = 50

export const staffLogin = { email: 'jefa@premiumshaker.cl', password: 'clave-de-la-jefa' }

async function isReady(url: string): Promise<boolean> {
	try {
		return (await fetch(`${url}/salud/listo`, { signal: AbortSignal.timeout(2000) })).ok
	} catch {
		// It does not listen yet.
		return false
	}
}

async function untilReady(child: ChildProcess, url: string, output: string[]): Promise<void> {
	const end = Date.now() + startMs
	while (!(await isReady(url))) {
		if (child.exitCode !== null || Date.now() > end) throw new Error(`the shop did not open:\n${output.join('')}`)
		await wait(100)
	}
}

/** What the shop logged as an error. */
function errorsIn(output: string): string[] {
	return output.split('\n').filter((line) => {
		if (!line.startsWith('{')) return false
		return ((JSON.parse(line) as { level?: number }).level ?? 0) >= errorLevel
	})
}

async function stopProcess(child: ChildProcess, output: readonly string[]): Promise<void> {
	const ended = child.exitCode !== null || once(child, 'exit', { signal: AbortSignal.timeout(stopMs) })
	child.kill('SIGTERM')
	try {
		await ended
	} catch {
		child.kill('SIGKILL')
		throw new Error(`the shop did not stop within ${stopMs / 1000} seconds:\n${output.join('')}`)
	}
	if (child.exitCode !== 0) throw new Error(`the shop ended with code ${child.exitCode}:\n${output.join('')}`)
	const errors = errorsIn(output.join(''))
	if (errors.length > 0) throw new Error(`the shop logged errors:\n${errors.join('\n')}`)
}

/** Opens a shop on a free port with a new database, and waits until it serves. `settings`: more environment. */
export async function openShopProcess(settings: Readonly<Record<string, string>> = {}): Promise<ShopProcess> {
	const dataDir = mkdtempSync(join(tmpdir(), 'premium-shaker-'))
	copyTemplateTo(dataDir)
	const port = await freePort()
	const url = `http://127.0.0.1:${port}`
	const output: string[] = []
	const { PATH, HOME, TMPDIR } = process.env
	const child = spawn(join(root, 'node_modules/node/bin/node'), [...frugal.options, 'dist/shop/main.js'], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			...frugal.env,
			PATH,
			HOME,
			TMPDIR,
			HOST: '127.0.0.1',
			PORT: String(port),
			PUBLIC_URL: url,
			DATA_DIR: dataDir,
			STAFF_EMAIL: staffLogin.email,
			STAFF_PASSWORD: staffLogin.password,
			LOG_LEVEL: 'warn',
			...settings,
		},
	})
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(String(chunk)))
	try {
		await untilReady(child, url, output)
	} catch (error) {
		child.kill('SIGKILL')
		throw error
	}
	return {
		url,
		async stop() {
			try {
				await stopProcess(child, output)
			} finally {
				rmSync(dataDir, { recursive: true, force: true })
			}
		},
	}
}
