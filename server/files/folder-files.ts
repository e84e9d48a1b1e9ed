import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk, errors } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { checkedKey } from './file-key.ts'
import type { Files } from './files.ts'

function isMissing(error: unknown): boolean {
	return error instanceof errors.E_CANNOT_READ_FILE && (error.cause as { code?: string } | undefined)?.code === 'ENOENT'
}

/**
 * Files in the folder `location` (an absolute path), made when the first file comes. Bytes go to a name of their own first, so
 * that a crash in the middle leaves the earlier file. Nobody else on the machine may read them: they are people's transfers.
 */
export function createFolderFiles(location: string): Files {
	const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
	let drafts = 0

	return {
		async put(key, bytes) {
			const place = checkedKey(key)
			drafts += 1
			const draft = `${place}.draft-${process.pid}-${drafts}`
			await mkdir(dirname(join(location, place)), { recursive: true, mode: 0o700 })
			await writeFile(join(location, draft), bytes, { mode: 0o600 })
			await rename(join(location, draft), join(location, place))
		},
		async get(key) {
			try {
				return await disk.getBytes(checkedKey(key))
			} catch (error) {
				if (isMissing(error)) return undefined
				throw error
			}
		},
		async delete(key) {
			await disk.delete(checkedKey(key))
		},
	}
}
