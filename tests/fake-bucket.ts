import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface FakeBucket {
	readonly endpoint: string
	/** By path: `/cubo/tienda/nombre`. */
	readonly objects: Map<string, Buffer>
	/** Uploads begun and neither completed nor aborted. */
	readonly uploads: Map<string, Buffer[]>
	/** Refuses the next calls of a method. */
	refused: string | undefined
	close(): void
}

/** An S3 server with uploads in parts, ranges and lists; it does not verify signatures. */
export async function startBucket(): Promise<FakeBucket> {
	const objects = new Map<string, Buffer>()
	const uploads = new Map<string, Buffer[]>()
	const bucket: FakeBucket = { endpoint: '', objects, uploads, refused: undefined, close: () => server.close() }
	const server: Server = createServer(async (request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
		const body = await buffer(request)
		const upload = searchParams.get('uploadId') ?? ''
		const number = Number(searchParams.get('partNumber'))
		if (
			!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/') ||
			request.method === bucket.refused
		)
			return response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
		switch (request.method) {
			case 'POST':
				if (searchParams.has('uploads')) {
					uploads.set(`id/${uploads.size}`, [])
					return response.end(`<UploadId>id/${uploads.size - 1}</UploadId>`)
				}
				objects.set(pathname, Buffer.concat(uploads.get(upload) ?? []))
				uploads.delete(upload)
				return response.end('<CompleteMultipartUploadResult/>')
			case 'PUT':
				uploads.get(upload)?.splice(number - 1, 1, body)
				return response.setHeader('etag', `"${number}"`).end()
			case 'DELETE':
				if (upload) uploads.delete(upload)
				else objects.delete(pathname)
				return response.writeHead(204).end()
			case 'GET':
				if (searchParams.has('list-type')) {
					const keys = [...objects.keys()].map((path) => path.replace(`${pathname}`, '').replace(/^\//, ''))
					const listed = keys.filter((key) => key.startsWith(searchParams.get('prefix') ?? ''))
					return response.end(listed.map((key) => `<Contents><Key>${key}</Key></Contents>`).join(''))
				}
		}
		const found = objects.get(pathname)
		if (!found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
		if (request.method === 'HEAD') return response.writeHead(200, { 'content-length': found.length }).end()
		const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
		return response.writeHead(206).end(found.subarray(Number(start), Number(end) + 1))
	})
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
	return Object.assign(bucket, { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}
