import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { run } from './needed-programs.ts'

/** Returns a process and its descendants; empty for 0. */
export function familyOf(pid: number): number[] {
	if (pid === 0) return []
	const parents = new Map<number, number>()
	for (const name of readdirSync('/proc')) {
		if (!/^\d+$/.test(name)) continue
		try {
			const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
			parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
		} catch {
			// The process has ended.
		}
	}
	const family = [pid]
	for (const one of family) for (const [child, parent] of parents) if (parent === one) family.push(child)
	return family
}

/** Sends a signal to processes; ended ones are ignored. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
	// 0 would be this process group.
	for (const pid of pids.filter((one) => one > 0)) {
		try {
			process.kill(pid, signal)
		} catch {
			// The process has ended.
		}
	}
}

/** A restartable program of the topology. */
export interface Program {
	/** Starts it, with `more` in its environment this time. */
	start(more?: Readonly<Record<string, string>>): void
	/** Process id; 0 when stopped. */
	pid(): number
	/** Kills it without its children, and waits for its end. */
	end(signal: NodeJS.Signals): Promise<void>
}

const path = '/usr/sbin:/usr/bin:/sbin:/bin'
const become = (user: string) => [`--reuid=${user}`, `--regid=${user}`, '--init-groups']

/** Network and user of a program. */
export interface Place {
	readonly user: string
	/** Command prefix into its namespace; empty for this one. */
	readonly prefix: readonly string[]
}

/** Returns the arguments that run `command` at `place`. */
function commandAt({ user, prefix }: Place, command: readonly string[]): { program: string; words: string[] } {
	const [program = '', ...words] = [...prefix, 'setpriv', ...become(user), ...command]
	return { program, words }
}

/** Runs a command with only `env`; returns its output. @throws with its last lines when it fails. */
export async function runAt(
	place: Place,
	command: readonly string[],
	env: Readonly<Record<string, string>>,
): Promise<string> {
	const variables = Object.entries({ PATH: path, LANG: 'C.UTF-8', ...env }).map(([key, value]) => `${key}=${value}`)
	const { program, words } = commandAt(place, ['env', '-i', '-C', '/', ...variables, ...command])
	return await run(program, words)
}

const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

/** Prepares a program at `place` with only `env`, logging to `log`. */
export function createProgram(
	command: readonly string[],
	options: { place: Place; log: string; folder: string; env?: Record<string, string> },
): Program {
	const { place, log, folder, env = {} } = options
	let child: ChildProcess | undefined
	return {
		start(more = {}) {
			const file = openSync(log, 'a')
			// Not for the prefix: a library preloaded by both would create root's files.
			const own = Object.entries(more).map(([key, value]) => `${key}=${value}`)
			const { program, words } = commandAt(place, own.length > 0 ? ['env', ...own, ...command] : command)
			child = spawn(program, words, {
				cwd: folder,
				env: { PATH: path, HOME: folder, LANG: 'C.UTF-8', ...env },
				stdio: ['ignore', file, file],
			})
		},
		pid: () => (child && isAlive(child) ? (child.pid ?? 0) : 0),
		async end(signal) {
			if (!child || !isAlive(child)) return
			const ended = once(child, 'exit')
			child.kill(signal)
			// A frozen process handles no other signal.
			if (signal !== 'SIGKILL') child.kill('SIGCONT')
			await ended
		},
	}
}
