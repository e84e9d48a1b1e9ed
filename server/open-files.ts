import { join } from 'node:path'
import type { Environment } from '#server/environment/environment.ts'
import type { Files } from '#server/files/files.ts'
import { createFolderFiles } from '#server/files/folder-files.ts'
import { createS3Files, type S3Bucket } from '#server/files/s3-files.ts'
import type { Clock } from '#server/platform/clock.ts'

/** The store of the environment: its bucket, else the folder `archivos` in `dataDir`. */
export function openFiles(env: Environment, clock: Clock): Files {
	const bucket = bucketOf(env)
	return bucket ? createS3Files({ ...bucket, clock }) : createFolderFiles(join(env.dataDir, 'archivos'))
}

function bucketOf(env: Environment): S3Bucket | undefined {
	const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
	if (!S3_BUCKET || !S3_ENDPOINT || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
	return {
		bucket: S3_BUCKET,
		endpoint: S3_ENDPOINT,
		region: S3_REGION,
		accessKeyId: S3_ACCESS_KEY_ID,
		secretAccessKey: S3_SECRET_ACCESS_KEY,
	}
}
