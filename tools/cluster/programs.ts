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
	start(): void
	/** 0 while it does not run. */
	pid(): number
	/** Ends it, itself alone, and waits until it has ended. */
	end(signal: NodeJS.Signals): Promise<void>
}

const path = '/usr/sbin:/usr/bin:/sbin:/bin'
const become = (user: string) => [`--reuid=${user}`, `--regid=${user}`, '--init-groups']

/** Runs a command to its end as `user` with nothing but `env`; gives what it wrote, and throws with its last lines when it fails. */
export async function runAs(
	user: string,
	command: readonly string[],
	env: Readonly<Record<string, string>>,
): Promise<string> {
	const variables = Object.entries({ PATH: path, LANG: 'C.UTF-8', ...env }).map(([key, value]) => `${key}=${value}`)
	return await run('setpriv', [...become(user), 'env', '-i', '-C', '/', ...variables, ...command])
}

const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

/** Gets a program ready that runs as `user` with nothing but `env`, and writes to `log`. */
export function createProgram(
	command: readonly string[],
	options: { user: string; log: string; folder: string; env?: Record<string, string> },
): Program {
	const { user, log, folder, env = {} } = options
	let child: ChildProcess | undefined
	return {
		start() {
			const file = openSync(log, 'a')
			child = spawn('setpriv', [...become(user), ...command], {
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
