import type { Clock } from '#server/clock.ts'
import { checkedKey } from './file-key.ts'
import type { Files } from './files.ts'
import { type S3Credentials, signS3Request } from './s3-signature.ts'

/** Where a bucket is. `endpoint` is the store's address, such as `https://s3.sa-east-1.amazonaws.com`. */
export interface S3Bucket extends S3Credentials {
	readonly bucket: string
	readonly endpoint: string
}

const timeoutMs = 30_000
const nothing = new Uint8Array()

/**
 * Files in an S3-compatible bucket, addressed by path (`endpoint/bucket/key`), which every such store understands. Three
 * calls on `fetch` are all the shop needs of a store. Throws when the store cannot be reached or refuses.
 */
export function createS3Files(store: S3Bucket & { clock: Clock; fetch?: typeof fetch }): Files {
	const base = `${store.endpoint.replace(/\/$/, '')}/${store.bucket}`

	async function call(method: 'PUT' | 'GET' | 'DELETE', key: string, body: Uint8Array, contentType?: string) {
		const url = new URL(`${base}/${checkedKey(key)}`)
		const given = contentType ? { 'content-type': contentType } : {}
		const { host: _host, ...headers } = signS3Request({ method, url, headers: given, body }, store, store.clock.now())
		const init = { method, headers, redirect: 'error' as const, signal: AbortSignal.timeout(timeoutMs) }
		const answer = await (store.fetch ?? fetch)(url, method === 'PUT' ? { ...init, body: Buffer.from(body) } : init)
		const bytes = new Uint8Array(await answer.arrayBuffer())
		const lacksBucket = answer.status === 404 && Buffer.from(bytes).includes('NoSuchBucket')
		if (answer.ok || (answer.status === 404 && !lacksBucket)) return { isThere: answer.ok, bytes }
		throw new Error(`the file store answered ${answer.status} to ${method} ${key}`)
	}

	return {
		async put(key, bytes, contentType) {
			const { isThere } = await call('PUT', key, bytes, contentType)
			if (!isThere) throw new Error(`there is no bucket ${store.bucket}`)
		},
		async get(key) {
			const { isThere, bytes } = await call('GET', key, nothing)
			return isThere ? bytes : undefined
		},
		async delete(key) {
			await call('DELETE', key, nothing)
		},
	}
}
