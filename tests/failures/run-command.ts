import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { compiledOnce } from '#tests/failures/shop-process.ts'
import { node } from '../../tools/set-up.mjs'

/** Runs a built operator command with only these settings, and with the compile cache of `npm run`. */
export async function runCommand(name: string, args: readonly string[], variables: Record<string, string>) {
	const env = {
		PATH: process.env.PATH ?? '',
		NODE_COMPILE_CACHE: 'node_modules/.cache/node',
		SHOP_MODE: 'demo',
		...variables,
	}
	return await promisify(execFile)(node, [compiledOnce, `dist/shop/${name}.js`, ...args], { env }).then(
		({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
		({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
	)
}
