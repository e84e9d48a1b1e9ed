import { rmSync } from 'node:fs'
import { preparedDataDir, staff, startShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'

/** A shop process started like `npm start`. */
export interface ShopProcess {
	readonly url: string
	/** Stops it. @throws unless it exits with code 0 within a minute and has logged no error. */
	stop(): Promise<void>
}

const startSeconds = 240
const stopMs = 60_000
const errorLevel = 50

export const staffLogin = { email: staff.STAFF_EMAIL, password: staff.STAFF_PASSWORD }

/** Errors logged by the shop. */
function errorsIn(output: string): string[] {
	return output.split('\n').filter((line) => {
		if (!line.startsWith('{')) return false
		return ((JSON.parse(line) as { level?: number }).level ?? 0) >= errorLevel
	})
}

/**
 * Starts a shop on a free port with a new database, and waits until it is ready. `settings`: more environment variables;
 * `host`: host name of its public URL; `folder`: another built version of the shop.
 */
export async function openShopProcess(
	settings: Readonly<Record<string, string>> = {},
	host: '127.0.0.1' | 'localhost' = '127.0.0.1',
	folder?: string,
): Promise<ShopProcess> {
	const dataDir = preparedDataDir()
	const port = await freePort()
	const url = `http://${host}:${port}`
	const variables = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, ...settings }
	const shop = await startShop(variables, startSeconds, folder)
	return {
		url,
		async stop() {
			const late = setTimeout(() => shop.child.kill('SIGKILL'), stopMs)
			try {
				const code = await shop.end('SIGTERM')
				if (code === null) throw new Error(`the shop did not stop within ${stopMs / 1000} seconds:\n${shop.output()}`)
				if (code !== 0) throw new Error(`the shop ended with code ${code}:\n${shop.output()}`)
				const errors = errorsIn(shop.output())
				if (errors.length > 0) throw new Error(`the shop logged errors:\n${errors.join('\n')}`)
			} finally {
				clearTimeout(late)
				rmSync(dataDir, { recursive: true, force: true })
			}
		},
	}
}
