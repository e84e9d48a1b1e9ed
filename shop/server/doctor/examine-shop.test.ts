import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { examineShop } from '#shop/server/doctor/examine-shop.ts'

const objects = new Map<string, Buffer>()
/** The store's answer to a missing file, and the seconds by which its clock is ahead. */
let refusal = ''
let secondsAhead = 0

/** A bucket whose key may read, write and delete, but not list: missing files get 403. */
const bucket = createServer(async (request, response) => {
	const path = request.url ?? ''
	response.setHeader('date', new Date(Date.now() + secondsAhead * 1_000).toUTCString())
	if (request.method === 'PUT') objects.set(path, await buffer(request))
	if (request.method === 'DELETE') objects.delete(path)
	if (request.method !== 'GET') return response.end()
	const found = objects.get(path)
	if (found) return response.end(found)
	return response.writeHead(403).end(`<Error><Code>${refusal}</Code></Error>`)
})
const folder = mkdtempSync(join(tmpdir(), 'doctor-'))

beforeAll(() => new Promise<void>((ready) => bucket.listen(0, '127.0.0.1', ready)))
beforeEach(() => {
	refusal = 'AccessDenied'
	secondsAhead = 0
})
afterAll(async () => {
	await new Promise((closed) => bucket.close(closed))
	rmSync(folder, { recursive: true })
})

async function findingAbout(about: string) {
	const findings = await examineShop({
		SHOP_MODE: 'demo',
		DATA_DIR: folder,
		S3_BUCKET: 'fotos',
		S3_REGION: 'sa-east-1',
		S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
		S3_ACCESS_KEY_ID: 'key',
		S3_SECRET_ACCESS_KEY: 'secret',
	})
	return findings.find((one) => one.about === about)
}

it('accepts a key that may not list the bucket, and treats 403 as a missing file', async () => {
	expect(await findingAbout('archivos')).toMatchObject({ isWrong: false, text: expect.stringContaining('borra') })
	expect(objects.size).toBe(0)
})

it('reports a key that the store rejects', async () => {
	refusal = 'SignatureDoesNotMatch'
	expect(await findingAbout('archivos')).toMatchObject({ isWrong: true, text: expect.stringContaining('403') })
})

it('reports a slow clock', async () => {
	expect(await findingAbout('reloj')).toMatchObject({ isWrong: false })
	secondsAhead = 600
	expect(await findingAbout('reloj')).toMatchObject({ isWrong: true, text: expect.stringContaining('atrasado') })
})
