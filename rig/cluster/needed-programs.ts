import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A trial that cannot run on this machine; its message names the missing parts. */
export class CannotTry extends Error {}

/** Runs a program and returns its output. @throws with its last lines when it fails. */
export async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
	const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }
	try {
		const { stdout } = await promisify(execFile)(program, args, options)
		return stdout.trim()
	} catch (error) {
		const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
		const last = `${stdout}\n${stderr}`.trim().split('\n').slice(-8).join('\n')
		throw new Error(`${program} ${args.slice(0, 3).join(' ')}: ${last || String(error)}`)
	}
}

const has = (program: string) =>
	run('which', [program]).then(
		() => true,
		() => false,
	)

/** Installs Debian's packages of missing programs without starting their services. */
export async function needPrograms(packageOf: Readonly<Record<string, string>>): Promise<void> {
	const missing: string[] = []
	for (const [program, name] of Object.entries(packageOf)) if (!(await has(program))) missing.push(...name.split(' '))
	if (missing.length === 0) return
	const command = `apt-get install ${missing.join(' ')}`
	if (process.getuid?.() !== 0) throw new CannotTry(`hay que ser root; faltan paquetes: ${command}`)
	// RUNLEVEL=1: rescue mode, in which installed services are not started.
	const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
	try {
		await run('apt-get', ['install', '-y', '--no-install-recommends', ...missing], env)
	} catch (error) {
		const why = String(error).split('\n').at(-1)
		throw new CannotTry(`no se pudo instalar (${command}): ${why}`)
	}
}
