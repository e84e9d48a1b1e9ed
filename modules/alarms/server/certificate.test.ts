import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createPlainServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, describe, expect, it } from 'vitest'
import { certificateText, createCertificateAlarm, readCertificate } from '#modules/alarms/server/certificate.ts'
import type { AlarmDeps } from '#modules/lists/context.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
const servers: Server[] = []
afterAll(() => {
	for (const server of servers) server.close()
	rmSync(folder, { recursive: true })
})

async function listen(server: Server): Promise<string> {
	servers.push(server.listen(0, '127.0.0.1'))
	await once(server, 'listening')
	return `https://localhost:${(server.address() as AddressInfo).port}`
}

/** Starts a TLS server whose self-signed certificate is valid for this many days; returns its address and certificate. */
async function aServer(days: number): Promise<{ address: string; certificate: string }> {
	const [keyPath, path] = ['key.pem', 'certificate.pem'].map((name) => join(folder, `${days}-${name}`)) as [
		string,
		string,
	]
	const made = spawnSync(
		'openssl',
		`req -x509 -newkey rsa:2048 -nodes -days ${days} -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${keyPath} -out ${path}`.split(
			' ',
		),
	)
	if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`)
	const certificate = readFileSync(path, 'utf8')
	return { address: await listen(createServer({ key: readFileSync(keyPath), cert: certificate })), certificate }
}

const dayMs = 86_400_000

describe('readCertificate', () => {
	it.skipIf(!hasOpenssl)(
		'reads when a trusted certificate ends, of which the owner is told in the last 14 days',
		async () => {
			for (const days of [10, 30]) {
				const { address, certificate } = await aServer(days)
				const read = await readCertificate(address, certificate)
				if (!read || 'refusal' in read) throw new Error(`refused: ${read?.refusal}`)
				const left = (read.endsAt.getTime() - Date.now()) / dayMs
				expect(Math.round(left)).toBe(days)
				const text = certificateText(read, new Date())?.texto
				if (days === 10) expect(text).toMatch(/^El certificado de la tienda vence el \d+ de /)
				else expect(text).toBeUndefined()
				const later = new Date(Date.now() + 31 * dayMs)
				expect(certificateText(read, later)?.texto).toMatch(/^El certificado de la tienda venció el /)
			}
		},
	)

	it.skipIf(!hasOpenssl)('says why browsers refuse a certificate of nobody', async () => {
		const { address } = await aServer(60)
		const read = await readCertificate(address)
		expect(read).toEqual({ refusal: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
	})

	it('says that a server speaks no TLS', async () => {
		const address = await listen(createPlainServer())
		expect(await readCertificate(address)).toEqual({ refusal: expect.stringMatching(/SSL|EPROTO/) })
	})

	it('says nothing of a server that it does not reach', async () => {
		const server = createPlainServer()
		const address = await listen(server)
		server.close()
		await once(server, 'close')
		expect(await readCertificate(address)).toBeUndefined()
	})
})

it('reads a good certificate every six hours, and a bad one each time', async () => {
	let now = Date.now()
	let days = 60
	let reads = 0
	const alarm = createCertificateAlarm(async () => {
		reads += 1
		return { endsAt: new Date(now + days * dayMs) }
	})
	const deps = { clock: { now: () => new Date(now) }, env: { isDemo: false }, publicUrl: 'https://premiumshaker.cl' }
	const check = async (minutes: number) => {
		now += minutes * 60_000
		return await alarm.check(deps as AlarmDeps)
	}
	for (let round = 0; round < 3; round++) expect(await check(5)).toBeUndefined()
	expect(reads).toBe(1)
	days = 3
	expect(await check(6 * 60)).toBeDefined()
	expect(await check(5)).toBeDefined()
	expect(reads).toBe(3)
})
