import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { openTestShop } from '#tests/open-shop.ts'
import { aPhoto } from '#tests/pictures.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'

const sockets: Socket[] = []

const shop = await aShop({ variables: { SHOP_MODE: 'demo', TRUSTED_PROXIES: '127.0.0.1' } })
const ana = await aCustomer(shop, 'Ana')
const photo = await aPhoto(200, 200)
afterEach(() => {
	for (const socket of sockets.splice(0)) socket.destroy()
})

const aTransfer = () => aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })
const field = (name: string, value: string) =>
	`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const picture = (begin: string) =>
	`--b\r\nContent-Disposition: form-data; name="comprobante"; filename="a"\r\nContent-Type: image/jpeg\r\n\r\n${begin}`
const jpeg = '\xff\xd8\xff\xe0 half a picture'

/** A slow upload: above the rate at which uploads are ended, below the one at which they yield to others. */
const drip = { bytes: 500, everyMs: 100 }

/** Starts an upload of 5 MB from `address` without finishing it in time; resolves with the answer. */
function halfSent(address: string, beginning: string, isDripping = false): { status(): number; body(): string } {
	const socket = connect(Number(shop.env.PORT), '127.0.0.1')
	sockets.push(socket)
	let answer = ''
	socket.on('error', () => {})
	socket.on('data', (chunk) => {
		answer += chunk
	})
	const head = `POST /api/subir_comprobante/ HTTP/1.1\r\nHost: tienda\r\nX-Forwarded-For: ${address}\r\nContent-Length: 5000000\r\n`
	socket.write(`${head}Content-Type: multipart/form-data; boundary=b\r\n\r\n${beginning}`, 'latin1')
	if (isDripping) {
		const dripping = setInterval(() => socket.writable && socket.write(Buffer.alloc(drip.bytes)), drip.everyMs)
		socket.on('close', () => clearInterval(dripping))
	}
	return { status: () => Number(answer.slice(9, 12)), body: () => answer }
}

async function upload(orderId: string, isIdFirst = true): Promise<number> {
	const form = new FormData()
	if (isIdFirst) form.append('orden_id', orderId)
	form.append('comprobante', new Blob([new Uint8Array(photo)]), 'comprobante.jpg')
	if (!isIdFirst) form.append('orden_id', orderId)
	const headers = { 'x-forwarded-for': '200.1.1.1' }
	const answer = await fetch(`${shop.env.publicUrl}/api/subir_comprobante/`, { method: 'POST', body: form, headers })
	return answer.status
}

describe('before the picture of a proof is read', () => {
	it('an order that is unknown or waits for no proof is rejected', async () => {
		const cash = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
		const unknown = halfSent('200.1.2.1', `${field('orden_id', crypto.randomUUID())}${picture('')}`)
		const unwanted = halfSent('200.1.2.2', `${field('orden_id', cash.orden_id)}${picture('')}`)
		await expect.poll(unknown.status).toBe(404)
		await expect.poll(unwanted.status).toBe(422)
	})

	it('first bytes of no JPEG, PNG or WebP are rejected', async () => {
		const { orden_id } = await aTransfer()
		const svg = '<svg xmlns="http://www.w3.org/2000/svg">'
		const known = halfSent('200.1.2.3', `${field('orden_id', orden_id)}${picture(svg)}`)
		const unknown = halfSent('200.1.2.4', picture(svg))
		for (const one of [known, unknown]) {
			await expect.poll(one.status).toBe(415)
			expect(one.body()).toContain('JPG, PNG o WebP')
		}
	})
})

describe.each([
	['naming their order first', true],
	['naming no order', false],
])('24 slow posts from three addresses, %s', (_name, isIdFirst) => {
	it('slow uploads get an error and do not delay honest proofs', async () => {
		const { orden_id } = await aTransfer()
		const beginning = `${isIdFirst ? field('orden_id', orden_id) : ''}${picture(jpeg)}`
		const attack = Array.from({ length: 24 }, (_, n) => halfSent(`200.9.9.${n % 3}`, beginning, true))
		for (const isHonestFirst of [true, false]) {
			const honest = await aTransfer()
			expect(await upload(honest.orden_id, isHonestFirst)).toBe(200)
		}
		await expect.poll(() => attack.some(({ status }) => status() === 408)).toBe(true)
	})
})

describe('unreadable proofs', () => {
	it('are limited per order over all addresses, and other orders accept proofs', async () => {
		const strict = await openTestShop({ limitScale: 1, variables: { SHOP_MODE: 'demo', TRUSTED_PROXIES: '127.0.0.1' } })
		try {
			const berta = await aCustomer(strict, 'Berta')
			const [order, other] = [
				await aPlacedOrder(strict, berta, { metodo_pago: 'transferencia' }),
				await aPlacedOrder(strict, berta, { metodo_pago: 'transferencia' }),
			]
			let n = 0
			const send = async (orderId: string) => {
				const payload = `${field('orden_id', orderId)}${picture('no soy una imagen')}\r\n--b--\r\n`
				n += 1
				const headers = { 'content-type': 'multipart/form-data; boundary=b', 'x-forwarded-for': `200.2.${n}.1` }
				const answer = await strict.app.inject({ method: 'POST', url: '/api/subir_comprobante/', headers, payload })
				return answer.statusCode
			}
			const statuses: number[] = []
			for (let i = 0; i < 21; i++) statuses.push(await send(order.orden_id))
			expect(statuses).toEqual([...Array(20).fill(415), 429])
			for (let i = 0; i < 10; i++) expect(await send(other.orden_id)).toBe(415)
			// Thirty in all: the account is over its limit, though the order is not.
			expect(await send(other.orden_id)).toBe(429)
		} finally {
			await strict.stop()
		}
	})
})
