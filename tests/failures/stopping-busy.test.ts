import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBuyer, sendOrderTo } from '#tests/failures/process-helpers.ts'
import { preparedDataDir, type ShopProcess, startShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'
import { aPhoto } from '#tests/pictures.ts'
import { anOrder } from '#tests/shop-helpers.ts'

let shop: ShopProcess
let port: number
let video: string
const sockets: Socket[] = []

beforeAll(async () => {
	port = Number(await freePort())
	const dataDir = preparedDataDir()
	video = `/social/${'ab'.repeat(16)}.mp4`
	mkdirSync(join(dataDir, 'archivos/social'), { recursive: true })
	writeFileSync(join(dataDir, 'archivos', video), Buffer.alloc(24 * 1024 * 1024, 7))
	shop = await startShop({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' }, 120)
})
afterAll(async () => {
	for (const socket of sockets) socket.destroy()
	await shop.end('SIGKILL')
})

/** Sends `text` without ending the request; returns the connection. */
async function begin(text: string | Buffer): Promise<Socket> {
	const socket = connect(port, '127.0.0.1')
	sockets.push(socket)
	socket.on('error', () => {})
	await new Promise<void>((sent) => socket.write(text, () => sent()))
	return socket
}

/** The form of a proof, up to the `share` of its image. */
function formOf(orden_id: string, photo: Buffer, share: number): Buffer {
	const parts = `--b\r\nContent-Disposition: form-data; name="orden_id"\r\n\r\n${orden_id}\r\n--b\r\nContent-Disposition: form-data; name="comprobante"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
	const form = Buffer.concat([Buffer.from(parts), photo, Buffer.from('\r\n--b--\r\n')])
	const head = `POST /api/subir_comprobante/ HTTP/1.1\r\nHost: tienda\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${form.length}\r\n\r\n`
	return Buffer.concat([Buffer.from(head), form.subarray(0, Math.ceil(form.length * share))])
}

/** The image decoder processes of the shop. A just forked one is still a copy of the shop before exec. */
const decoders = () => {
	const { pid } = shop.child
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
	return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('picture-decoder'))
}
const runs = (pid: number) => {
	try {
		return process.kill(pid, 0)
	} catch {
		// The process has ended.
		return false
	}
}

it.skipIf(process.platform !== 'linux')(
	'a stopping process closes half-sent requests, a proof being decoded and an unread video',
	async () => {
		const access = await aBuyer(shop)
		const { body } = await sendOrderTo(shop, access, anOrder({ metodo_pago: 'transferencia' }))
		const photo = await aPhoto(2000, 1500)
		await begin(formOf(body.orden_id, photo, 1))
		await expect.poll(() => decoders().length, { timeout: 60_000, interval: 5 }).toBe(1)
		const decoder = decoders()[0] ?? 0
		// A stopped process never ends by itself.
		process.kill(decoder, 'SIGSTOP')
		await begin(formOf(body.orden_id, photo, 0.5))
		const reader = await begin(`GET ${video} HTTP/1.1\r\nHost: tienda\r\n\r\n`)
		reader.pause()
		for (let n = 0; n < 5; n++) await begin('GET / HTTP/1.1\r\nHost: tien')
		for (let n = 0; n < 5; n++) {
			await begin(
				'POST /api/token/ HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"user',
			)
		}
		// An answer to a later call shows that earlier data has arrived.
		expect((await fetch(`${shop.url}/salud/listo`)).status).toBe(200)
		expect(await shop.end('SIGTERM')).toBe(0)
		expect(shop.output()).not.toContain('could not close everything')
		expect(runs(decoder)).toBe(false)
	},
)
