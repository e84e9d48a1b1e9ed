import { join } from 'node:path'
import type { Clock } from '#server/clock.ts'
import type { Files } from './files.ts'
import { createFolderFiles } from './folder-files.ts'
import { createS3Files, type S3Bucket } from './s3-files.ts'

/** The store that the environment asks for: the bucket when one is named, else the folder `archivos` in `dataDir`. */
export function createFiles(settings: { dataDir: string; bucket?: S3Bucket | undefined; clock: Clock }): Files {
	const { dataDir, bucket, clock } = settings
	return bucket ? createS3Files({ ...bucket, clock }) : createFolderFiles(join(dataDir, 'archivos'))
}
