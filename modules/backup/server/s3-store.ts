import { Readable } from 'node:stream'
import { createS3Send, type S3Bucket } from '#core/server/files/files.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { OutsideStore } from '#modules/backup/server/outside-store.ts'

/** Bytes of a part of an upload (S3: 5 MB at least, 10,000 parts at most) and of one read. */
const partBytes = 8 * 1024 * 1024
/** For one part: a slow line sends 1 Mbit/s. */
const timeoutMs = 120_000

/** Yields the bytes in parts of equal size, the last one shorter, maybe empty. */
async function* inParts(content: Readable): AsyncGenerator<Buffer> {
	let held: Buffer[] = []
	let length = 0
	for await (const chunk of content as AsyncIterable<Uint8Array>) {
		held.push(Buffer.from(chunk))
		length += chunk.byteLength
		while (length >= partBytes) {
			const all = Buffer.concat(held)
			yield all.subarray(0, partBytes)
			held = [all.subarray(partBytes)]
			length -= partBytes
		}
	}
	yield Buffer.concat(held)
}

/** A bucket, below the path of `s3://bucket/path`. Uploads in parts, of which nothing is left after a failure. */
export function openS3Store(
	address: string,
	account: Omit<S3Bucket, 'bucket'> & { readonly clock: Clock },
): OutsideStore {
	const [bucket = '', ...folders] = address.replace('s3://', '').split('/')
	const send = createS3Send({ ...account, bucket })
	const prefix = folders.map((folder) => `${folder}/`).join('')

	async function call(
		method: 'PUT' | 'GET' | 'HEAD' | 'DELETE' | 'POST',
		path: string,
		options: { readonly body?: Uint8Array; readonly headers?: Record<string, string> } = {},
	) {
		const answer = await send({ method, path, signal: AbortSignal.timeout(timeoutMs), ...options })
		const bytes = Buffer.from(await answer.arrayBuffer())
		const code = /<Code>(\w+)<\/Code>/.exec(bytes.toString('utf8', 0, 2000))?.[1]
		// The end of an upload may be answered 200 with an error.
		if (!answer.ok || (method === 'POST' && code))
			throw new Error(`the store of the copies answered ${answer.status} ${code ?? ''} to ${method}`.trim())
		return { headers: answer.headers, bytes }
	}

	return {
		place: address,
		async names() {
			const { bytes } = await call('GET', `?list-type=2&prefix=${encodeURIComponent(prefix)}&delimiter=%2F`)
			return [...bytes.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key.slice(prefix.length))
		},
		async put(name, content) {
			const path = `${prefix}${name}`
			const begun = await call('POST', `${path}?uploads=`)
			const id = /<UploadId>([^<]+)<\/UploadId>/.exec(begun.bytes.toString())?.[1]
			if (id === undefined) throw new Error('the store of the copies began no upload')
			const upload = `uploadId=${encodeURIComponent(id)}`
			try {
				const parts: string[] = []
				for await (const body of inParts(content)) {
					const n = parts.length + 1
					const { headers } = await call('PUT', `${path}?partNumber=${n}&${upload}`, { body })
					parts.push(`<Part><PartNumber>${n}</PartNumber><ETag>${headers.get('etag') ?? ''}</ETag></Part>`)
				}
				const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
				await call('POST', `${path}?${upload}`, { body })
			} catch (error) {
				// The store may be unreachable, and the first error says why.
				await call('DELETE', `${path}?${upload}`).catch(() => {})
				throw error
			}
		},
		async read(name) {
			const path = `${prefix}${name}`
			const size = Number((await call('HEAD', path)).headers.get('content-length'))
			async function* parts() {
				for (let start = 0; start < size; start += partBytes) {
					const range = `bytes=${start}-${Math.min(size, start + partBytes) - 1}`
					yield (await call('GET', path, { headers: { range } })).bytes
				}
			}
			return Readable.from(parts(), { objectMode: false })
		},
		delete: async (name) => void (await call('DELETE', `${prefix}${name}`)),
	}
}
