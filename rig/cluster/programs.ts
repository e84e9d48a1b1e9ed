import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { run } from '../deploy/needed-programs.ts'

/** Everything below a process, itself first: who PostgreSQL's children are, and Patroni's. Nobody for 0, no process. */
export function familyOf(pid: number): number[] {
	if (pid === 0) return []
	const parents = new Map<number, number>()
	for (const name of readdirSync('/proc')) {
		if (!/^\d+$/.test(name)) continue
		try {
			const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
			parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
		} catch {
			// It ended meanwhile.
		}
	}
	const family = [pid]
	for (const one of family) for (const [child, parent] of parents) if (parent === one) family.push(child)
	return family
}

/** Sends a signal to processes; those that have ended are left alone. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
	// 0 would be this process and all that it started.
	for (const pid of pids.filter((one) => one > 0)) {
		try {
			process.kill(pid, signal)
		} catch {
			// It ended meanwhile.
		}
	}
}

/** A program of the topology, which can be ended and started again. */
export interface Program {
	/** Starts it, with `more` in its environment this time. */
	start(more?: Readonly<Record<string, string>>): void
	/** 0 while it does not run. */
	pid(): number
	/** Ends it, itself alone, and waits until it has ended. */
	end(signal: NodeJS.Signals): Promise<void>
}

const path = '/usr/sbin:/usr/bin:/sbin:/bin'
const become = (user: string) => [`--reuid=${user}`, `--regid=${user}`, '--init-groups']

/** Where a program runs, and as who. */
export interface Place {
	readonly user: string
	/** What brings a command to its machine; empty for this one. */
	readonly prefix: readonly string[]
}

/** The words that run `command` at `place`. */
function commandAt({ user, prefix }: Place, command: readonly string[]): { program: string; words: string[] } {
	const [program = '', ...words] = [...prefix, 'setpriv', ...become(user), ...command]
	return { program, words }
}

/** Runs a command to its end with nothing but `env`; gives what it wrote, and throws with its last lines when it fails. */
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

/** Gets a program ready that runs at `place` with nothing but `env`, and writes to `log`. */
export function createProgram(
	command: readonly string[],
	options: { place: Place; log: string; folder: string; env?: Record<string, string> },
): Program {
	const { place, log, folder, env = {} } = options
	let child: ChildProcess | undefined
	return {
		start(more = {}) {
			const file = openSync(log, 'a')
			// Not for what brings it to its place: a library that both load and share would be root's.
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
			// One that is frozen hears nothing else.
			if (signal !== 'SIGKILL') child.kill('SIGCONT')
			await ended
		},
	}
}
