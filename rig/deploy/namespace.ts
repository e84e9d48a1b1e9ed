import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** A program that runs in a view of the machine's files that is its own, and goes with it. */
export interface Running {
	readonly child: ChildProcess
	output(): string
	/** Asks it to end, and gives its exit code; null when it had to be killed after `seconds`. */
	stop(signal?: NodeJS.Signals, seconds?: number): Promise<number | null>
}

/** Runs `mounts` (lines of shell, `$1` and on are `args`) in a mount namespace, and then becomes `command`. */
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

/** Waits until `isSo`; throws with what the program wrote when it ended first, or after two minutes. */
export async function until(isSo: () => Promise<boolean>, { child, output }: Running): Promise<void> {
	for (let tries = 0; tries < 480; tries++) {
		if (child.exitCode !== null || child.signalCode !== null) break
		if (await isSo().catch(() => false)) return
		await wait(250)
	}
	throw new Error(`no respondió: ${output().trim().split('\n').slice(-8).join('\n')}`)
}
