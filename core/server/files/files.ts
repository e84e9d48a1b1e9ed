import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { Database, Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import type { ReportKey } from '#core/server/platform/provider-key.ts'

/** Bytes of a file, both ends included, counted from 0. */
export interface ByteRange {
	readonly start: number
	readonly end: number
}

/** An existing file, not yet read. */
export interface StoredFile {
	readonly size: number
	/** A stream of all or some of its bytes, with backpressure. */
	read(range?: ByteRange): Promise<Readable>
}

/** The shop's file store (proofs, copies of the feed's pictures): a folder, or an S3-compatible bucket. */
export interface Files {
	/** Stores bytes under a key such as `comprobantes/<id>.webp`, replacing a previous file. */
	put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
	get(key: string): Promise<Uint8Array | undefined>
	/** A file to be streamed, or undefined for an unknown key. */
	open(key: string): Promise<StoredFile | undefined>
	delete(key: string): Promise<void>
}

/** A file that belongs to a row, so that a backup has to have it. */
export interface KeptFile {
	readonly archivo: string
	/** Whether a missing file should exist. */
	readonly isWanted: (db: Database) => Promise<boolean>
}

/** Reads the files of a module's rows. */
export type ReadKeptFiles = (tx: Transaction) => Promise<KeptFile[]>

const keyPattern = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]+)?$/i

/** Validates that a key is a plain path below the store (`comprobantes/<id>.webp`). Throws a RangeError otherwise. */
function checkedKey(key: string): string {
	if (key.length > 200 || !keyPattern.test(key)) throw new RangeError(`not a key of a file: ${JSON.stringify(key)}`)
	return key
}

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

/** The bucket's address and keys. `endpoint` is the store's address, such as `https://s3.sa-east-1.amazonaws.com`. */
export interface S3Bucket {
	readonly accessKeyId: string
	readonly secretAccessKey: string
	readonly region: string
	readonly bucket: string
	readonly endpoint: string
}

type S3Store = S3Bucket & {
	readonly clock: Clock
	readonly fetch?: typeof fetch
	readonly onKey?: ReportKey | undefined
}

interface S3Call {
	readonly method: 'PUT' | 'GET' | 'HEAD' | 'DELETE' | 'POST'
	/** Below the bucket, with any query. */
	readonly path: string
	readonly headers?: Record<string, string>
	readonly body?: Uint8Array
	readonly signal: AbortSignal
}

const timeoutMs = 30_000
const nothing = new Uint8Array()

/**
 * Whether the answer means a missing file. A key that may not list gets 403 `AccessDenied`; a wrong key has codes of
 * its own.
 */
function saysMissing(method: S3Call['method'], status: number, bytes: Uint8Array): boolean {
	const text = Buffer.from(bytes)
	if (status === 404) return !text.includes('NoSuchBucket')
	// An answer to HEAD has no body with a code.
	return status === 403 && (method === 'HEAD' || (method === 'GET' && text.includes('<Code>AccessDenied</Code>')))
}

/** Whether a failure is about the key or the bucket, and not about this call or the clock. */
const refusesShop = (status: number, code: string) =>
	((status === 401 || status === 403) && code !== 'RequestTimeTooSkewed') || code === 'NoSuchBucket'

/**
 * Sends one call with all headers and the body's hash signed; the answer's body is not read yet. `signal` aborts both.
 * The client only signs, as its own fetch would retry.
 */
export function createS3Send(store: S3Store): (call: S3Call) => Promise<Response> {
	const base = `${store.endpoint.replace(/\/$/, '')}/${store.bucket}`
	const client = new AwsClient({ ...store, service: 's3' })

	return async ({ method, path, headers, body = nothing, signal }) => {
		const datetime = store.clock
			.now()
			.toISOString()
			.replace(/[:-]|\.\d{3}/g, '')
		const request = await client.sign(`${base}/${path}`, {
			method,
			headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
			...((method === 'PUT' || method === 'POST') && { body: Buffer.from(body) }),
			redirect: 'error',
			signal,
			aws: { datetime, allHeaders: true },
		})
		return await (store.fetch ?? fetchOutside)(request)
	}
}

/** Files in an S3-compatible bucket, addressed by path. Throws when the store is unreachable or rejects the call. */
export function createS3Files(store: S3Store): Files {
	const send = createS3Send(store)

	async function call(method: S3Call['method'], key: string, body: Uint8Array, contentType?: string) {
		const headers = contentType ? { 'content-type': contentType } : {}
		const answer = await send({ method, path: checkedKey(key), headers, body, signal: AbortSignal.timeout(timeoutMs) })
		const bytes = new Uint8Array(await answer.arrayBuffer())
		if (answer.ok) store.onKey?.(undefined)
		if (answer.ok || saysMissing(method, answer.status, bytes)) return { isThere: answer.ok, bytes, answer }
		const code = /<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString())?.[1] ?? ''
		if (refusesShop(answer.status, code)) store.onKey?.([answer.status, code].filter(Boolean).join(' '))
		throw new Error(`the file store answered ${answer.status} to ${method} ${key}`)
	}

	/** Streams an object. Only its start has a timeout: the reader may be slow. */
	async function read(key: string, range?: ByteRange): Promise<Readable> {
		const aborting = new AbortController()
		const timer = setTimeout(() => aborting.abort(new Error('the file store does not answer')), timeoutMs)
		const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {}
		const answer = await send({ method: 'GET', path: checkedKey(key), headers, signal: aborting.signal }).finally(() =>
			clearTimeout(timer),
		)
		if (answer.status !== (range ? 206 : 200) || !answer.body) {
			aborting.abort()
			throw new Error(`the file store answered ${answer.status} to GET ${key}`)
		}
		return Readable.from(answer.body, { objectMode: false })
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
		async open(key) {
			const { isThere, answer } = await call('HEAD', key, nothing)
			if (!isThere) return undefined
			const size = Number(answer.headers.get('content-length'))
			return { size, read: (range) => read(key, range) }
		},
		async delete(key) {
			await call('DELETE', key, nothing)
		},
	}
}
