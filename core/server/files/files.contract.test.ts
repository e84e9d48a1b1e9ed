import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolderFiles, createS3Files } from '#core/server/files/files.ts'
import { systemClock } from '#core/server/platform/clock.ts'
import type { ByteRange, Files } from './files.ts'

const bytes = new Uint8Array([0, 255, 10, 13, 7])

/** A bucket that stores bodies under their path. */
function startBucket(): Server {
	const objects = new Map<string, Buffer>()
	return createServer(async (request, response) => {
		const path = request.url ?? ''
		if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/'))
			return response.writeHead(403).end()
		if (path.startsWith('/broken/')) return response.writeHead(500).end()
		if (request.method === 'PUT') objects.set(path, await buffer(request))
		if (request.method === 'DELETE') objects.delete(path)
		const found = objects.get(path)
		// AWS's answer to a key that may not list the bucket.
		if (!found && path.startsWith('/narrow/') && ['GET', 'HEAD'].includes(request.method ?? ''))
			return response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
		if (request.method === 'HEAD')
			return response.writeHead(found ? 200 : 404, found && { 'content-length': found.length }).end()
		const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
		if (found && end) return response.writeHead(206).end(found.subarray(Number(start), Number(end) + 1))
		return request.method === 'GET' ? response.writeHead(found ? 200 : 404).end(found) : response.end()
	})
}

const folder = mkdtempSync(join(tmpdir(), 'files-'))
const bucket = startBucket()
const stores: Record<string, () => Files> = {
	folder: () => createFolderFiles(folder),
	bucket: () => s3('shop'),
	'bucket whose key may not list it': () => s3('narrow'),
}

function s3(name: string): Files {
	const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
	const keys = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'sa-east-1' }
	return createS3Files({ ...keys, endpoint, bucket: name, clock: systemClock })
}

beforeAll(() => new Promise<void>((ready) => bucket.listen(0, '127.0.0.1', ready)))
afterAll(() => {
	rmSync(folder, { recursive: true })
	bucket.close()
})

describe.each(Object.keys(stores))('files in a %s', (name) => {
	const files = () => {
		const make = stores[name]
		if (!make) throw new Error(name)
		return make()
	}

	test('are read as they were stored', async () => {
		await files().put('comprobantes/a-1.webp', bytes, 'image/webp')
		expect(await files().get('comprobantes/a-1.webp')).toEqual(bytes)
	})

	test('are replaced by a later write', async () => {
		await files().put('social/feed.json', bytes, 'application/json')
		await files().put('social/feed.json', bytes.slice(2), 'application/json')
		expect(await files().get('social/feed.json')).toEqual(bytes.slice(2))
	})

	test('are streamed, whole or in part, and undefined before they exist', async () => {
		expect(await files().open('social/none.mp4')).toBeUndefined()
		await files().put('social/one.mp4', bytes, 'video/mp4')
		const file = await files().open('social/one.mp4')
		if (!file) throw new Error('it is not there')
		const read = async (range?: ByteRange) => new Uint8Array(await buffer(await file.read(range)))
		expect(file.size).toBe(bytes.length)
		expect(await read()).toEqual(bytes)
		expect(await read({ start: 1, end: 3 })).toEqual(bytes.slice(1, 4))
	})

	test('are deleted, also when deleted twice', async () => {
		await files().put('a.bin', bytes, 'application/octet-stream')
		await files().delete('a.bin')
		await files().delete('a.bin')
		expect(await files().get('a.bin')).toBeUndefined()
	})

	test.each(['../a.bin', '/etc/passwd', 'a/../../b', 'a//b', '', 'a\\b', 'a/%2e%2e/b', '.env', 'a b', 'x'.repeat(201)])(
		'have no key like %j',
		async (key) => {
			await expect(files().get(key)).rejects.toThrow(RangeError)
			await expect(files().open(key)).rejects.toThrow(RangeError)
			await expect(files().put(key, bytes, 'x/y')).rejects.toThrow(RangeError)
			await expect(files().delete(key)).rejects.toThrow(RangeError)
		},
	)
})

test('never show a half-written file in a folder', async () => {
	const files = createFolderFiles(folder)
	await Promise.all(Array.from({ length: 20 }, () => files.put('race/one.bin', bytes, 'x/y')))
	expect(readdirSync(join(folder, 'race'))).toEqual(['one.bin'])
})

test("are readable by the shop's own user alone", async () => {
	await createFolderFiles(folder).put('private/one.bin', bytes, 'x/y')
	const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777
	expect([modeOf('private'), modeOf('private/one.bin')]).toEqual([0o700, 0o600])
})

test('reports a failing bucket, and does not treat it as empty', async () => {
	await expect(s3('broken').get('a.bin')).rejects.toThrow('500')
	await expect(s3('broken').open('a.bin')).rejects.toThrow('500')
	await expect(s3('broken').put('a.bin', bytes, 'x/y')).rejects.toThrow('500')
})
