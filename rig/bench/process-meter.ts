import { readdirSync, readFileSync } from 'node:fs'

/** CPU time and memory of processes from Linux's /proc. */

const ticksPerSecond = 100

function statOf(pid: number | string): string[] | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
	} catch {
		// The process has ended.
		return undefined
	}
}

/** Returns a process and its descendants. */
function treeOf(root: number): number[] {
	const children = new Map<number, number[]>()
	for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
		const parent = Number(statOf(pid)?.[1])
		children.set(parent, [...(children.get(parent) ?? []), Number(pid)])
	}
	const tree = [root]
	for (const pid of tree) tree.push(...(children.get(pid) ?? []))
	return tree
}

/** Returns the CPU seconds of `root` and its children, ended ones included. */
export function cpuSeconds(root: number): number {
	let ticks = 0
	for (const pid of treeOf(root)) {
		const stat = statOf(pid)
		for (const field of [11, 12, ...(pid === root ? [13, 14] : [])]) ticks += Number(stat?.[field] ?? 0)
	}
	return ticks / ticksPerSecond
}

/** Returns the memory of one process in MiB: RSS, and PSS (shared memory divided). */
export function memoryMiB(pid: number): { rss: number; pss: number } {
	const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
	const read = (name: string) =>
		Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024)
	return { rss: read('Rss'), pss: read('Pss') }
}
