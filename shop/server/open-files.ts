import { join } from 'node:path'
import type { Files } from '#core/server/files/files.ts'
import { createFolderFiles } from '#core/server/files/folder-files.ts'
import { createS3Files, type S3Bucket } from '#core/server/files/s3-files.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Environment } from '#shop/server/environment/environment.ts'

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
