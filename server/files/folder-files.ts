import { Disk, errors } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { checkedKey } from './file-key.ts'
import type { Files } from './files.ts'

function isMissing(error: unknown): boolean {
	return error instanceof errors.E_CANNOT_READ_FILE && (error.cause as { code?: string } | undefined)?.code === 'ENOENT'
}

/**
 * Files in the folder `location` (an absolute path), made when the first file comes. Bytes go to a name of their own first, so
 * that a crash in the middle leaves the earlier file.
 */
export function createFolderFiles(location: string): Files {
	const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
	let drafts = 0

	return {
		async put(key, bytes, contentType) {
			const place = checkedKey(key)
			drafts += 1
			const draft = `${place}.draft-${process.pid}-${drafts}`
			await disk.put(draft, bytes, { contentType })
			await disk.move(draft, place)
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
