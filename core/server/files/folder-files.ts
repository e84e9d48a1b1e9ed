import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkedKey } from './file-key.ts'
import type { Files } from './files.ts'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Files in a folder (absolute path), readable by this user alone. Written under a temporary name first: a crash leaves
 * the earlier file.
 */
export function createFolderFiles(location: string): Files {
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
				return new Uint8Array(await readFile(join(location, checkedKey(key))))
			} catch (error) {
				if (isMissing(error)) return undefined
				throw error
			}
		},
		async open(key) {
			const path = join(location, checkedKey(key))
			try {
				const { size } = await stat(path)
				return { size, read: async (range) => createReadStream(path, { ...range }) }
			} catch (error) {
				if (isMissing(error)) return undefined
				throw error
			}
		},
		async delete(key) {
			await rm(join(location, checkedKey(key)), { force: true })
		},
	}
}
