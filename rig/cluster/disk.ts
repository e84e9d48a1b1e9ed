import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../deploy/needed-programs.ts'

/** A disk of its own: a file that is mounted, so that it can be full while the machine's is not. */
export interface Disk {
	/** Takes all the room that is left. */
	fill(): Promise<void>
	/** Gives it back. */
	free(): void
	/** Also done where this process ends without a word. */
	remove(): void
}

const size = '4G'

/** Mounts a disk of `owner` at `folder`, as large as the trial needs; only what is written takes room. */
export async function mountDisk(folder: string, owner: string): Promise<Disk> {
	const image = `${folder}.img`
	const filler = join(folder, 'filler')
	await run('truncate', ['-s', size, image])
	await run('mkfs.ext4', ['-q', '-m', '0', image])
	mkdirSync(folder, { recursive: true })
	await run('mount', ['-o', 'loop', image, folder])
	const remove = () => void spawnSync('umount', ['-l', folder])
	process.once('exit', remove)
	await run('chown', [owner, folder])
	return {
		async fill() {
			const { bavail, bsize } = statfsSync(folder)
			// Down to the last block: what the file system wants for itself makes the first try too large.
			for (let bytes = bavail * bsize; bytes > bsize; bytes = statfsSync(folder).bavail * bsize) {
				const taken = await run('fallocate', ['-o', '0', '-l', String(bytes), filler]).catch(() => undefined)
				if (taken !== undefined) break
			}
		},
		free: () => rmSync(filler, { force: true }),
		remove,
	}
}
