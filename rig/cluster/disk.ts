import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './needed-programs.ts'

/** A loop-mounted disk, so it can be full without filling the machine's. */
export interface Disk {
	/** Fills the free space. */
	fill(): Promise<void>
	/** Frees it. */
	free(): void
	/** Also runs when this process is killed. */
	remove(): void
}

const size = '4G'

/** Mounts a sparse disk of `owner` at `folder`. */
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
			// Down to the last block: the file system's reserve makes the first size too large.
			for (let bytes = bavail * bsize; bytes > bsize; bytes = statfsSync(folder).bavail * bsize) {
				const taken = await run('fallocate', ['-o', '0', '-l', String(bytes), filler]).catch(() => undefined)
				if (taken !== undefined) break
			}
		},
		free: () => rmSync(filler, { force: true }),
		remove,
	}
}
