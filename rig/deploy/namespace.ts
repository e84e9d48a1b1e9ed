import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** A program in its own mount namespace. */
export interface Running {
	readonly child: ChildProcess
	output(): string
	/** Stops it and returns its exit code; null when killed after `seconds`. */
	stop(signal?: NodeJS.Signals, seconds?: number): Promise<number | null>
}

/** Runs `mounts` (lines of shell, `$1` and on are `args`) in a mount namespace, then executes `command`. */
export function startApart(mounts: string, args: readonly string[], command: readonly string[]): Running {
	const script = `set -e\n${mounts}\nshift ${args.length}\nexec "$@"`
	const child = spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...args, ...command], {
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
	const killAtExit = () => child.kill('SIGKILL')
	process.once('exit', killAtExit)
	child.once('exit', () => process.off('exit', killAtExit))
	return {
		child,
		output: () => output,
		async stop(signal = 'SIGTERM', seconds = 15) {
			if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
			const ended = once(child, 'exit')
			const late = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
			child.kill(signal)
			const [code] = await ended
			clearTimeout(late)
			return code as number | null
		},
	}
}

/** Waits until `isSo`; throws with the program's output when it ended first, or after two minutes. */
export async function until(isSo: () => Promise<boolean>, { child, output }: Running): Promise<void> {
	for (let tries = 0; tries < 480; tries++) {
		if (child.exitCode !== null || child.signalCode !== null) break
		if (await isSo().catch(() => false)) return
		await wait(250)
	}
	throw new Error(`no respondió: ${output().trim().split('\n').slice(-8).join('\n')}`)
}
