import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { examineShop } from '#server/doctor/examine-shop.ts'

const objects = new Map<string, Buffer>()
/** What the store says to reading what is missing, and how many seconds its clock is ahead of this machine's. */
let refusal = ''
let secondsAhead = 0

/** A bucket whose key may read, write and delete, but not list: what is missing is refused. */
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

it('tries what a key that may not list the bucket is told of a missing file, and takes it as missing', async () => {
	expect(await findingAbout('archivos')).toMatchObject({ isWrong: false, text: expect.stringContaining('borra') })
	expect(objects.size).toBe(0)
})

it('tells of a key that the store does not accept', async () => {
	refusal = 'SignatureDoesNotMatch'
	expect(await findingAbout('archivos')).toMatchObject({ isWrong: true, text: expect.stringContaining('403') })
})

it('tells of a clock that is slow', async () => {
	expect(await findingAbout('reloj')).toMatchObject({ isWrong: false })
	secondsAhead = 600
	expect(await findingAbout('reloj')).toMatchObject({ isWrong: true, text: expect.stringContaining('atrasado') })
})
