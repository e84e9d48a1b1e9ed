/**
 * Measures attacks on uploads and media: an SVG and a PNG of texts sent as proofs, 24 half-sent posts from three addresses
 * repeated when they end, 20 clients that do not read a video of 24 MB. Prints the duration of a normal proof and the shop's
 * memory meanwhile, then stops the shop with everything open. Linux only (127.0.0.x). Use: npx node rig/bench/attack-
 * uploads.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { aBuyer, sendOrderTo } from '#tests/failures/process-helpers.ts'
import { newDataDir, startShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'
import { aPhoto, aPngOfTexts } from '#tests/pictures.ts'
import { anOrder } from '#tests/shop-helpers.ts'
import { memoryMiB } from './process-meter.ts'

const port = Number(await freePort())
const dataDir = newDataDir()
const shop = await startShop({ DATA_DIR: dataDir, PORT: String(port), HOST: '0.0.0.0', SHOP_MODE: 'demo' }, 120)
const video = `/social/${'ab'.repeat(16)}.mp4`
mkdirSync(join(dataDir, 'archivos/social'), { recursive: true })
writeFileSync(join(dataDir, 'archivos', video), Buffer.alloc(24 * 1024 * 1024, 7))
const photo = await aPhoto(1000, 800)
const access = await aBuyer(shop)
const memory = () => memoryMiB(shop.child.pid ?? 0).rss
const say = (line: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(line)}\n`)

async function aTransfer(): Promise<string> {
	return (await sendOrderTo(shop, access, anOrder({ metodo_pago: 'transferencia' }))).body.orden_id
}

/** Sends a proof until it is accepted or finally rejected; like the shop's page it names the order first. */
async function prove(orden_id: string, bytes: Uint8Array): Promise<Record<string, unknown>> {
	const begin = performance.now()
	const form = new FormData()
	form.append('orden_id', orden_id)
	form.append('comprobante', new Blob([new Uint8Array(bytes)]), 'comprobante.jpg')
	for (let tries = 1; ; tries++) {
		const answer = await fetch(`${shop.url}/api/subir_comprobante/`, { method: 'POST', body: form })
		await answer.arrayBuffer()
		const seconds = Math.round((performance.now() - begin) / 100) / 10
		if (answer.status !== 503 || seconds > 180) return { status: answer.status, tries, seconds }
		await wait(1000)
	}
}

const sockets = new Set<Socket>()
let isAttacking = true

/** A post of 5 MB from `localAddress` that never ends, repeated when the shop ends it. */
function sendHalf(localAddress: string, text: string): void {
	if (!isAttacking) return
	const socket = connect({ port, host: '127.0.0.1', localAddress })
	sockets.add(socket)
	socket.on('error', () => {})
	socket.on('close', () => {
		sockets.delete(socket)
		setTimeout(() => sendHalf(localAddress, text), 100)
	})
	socket.on('data', () => socket.destroy())
	const head = 'POST /api/subir_comprobante/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n'
	socket.write(`${head}Content-Type: multipart/form-data; boundary=b\r\n\r\n${text}`, 'latin1')
}

/** Runs the attack beside a normal proof; returns the peak memory. */
async function measure(attack: string, work: () => Promise<Record<string, unknown>>): Promise<void> {
	const before = memory()
	let most = before
	const timer = setInterval(() => {
		most = Math.max(most, memory())
	}, 100)
	const result = await work()
	clearInterval(timer)
	say({ attack, ...result, MiBBefore: before, MiBMost: most })
}

await measure('none', async () => await prove(await aTransfer(), photo))
const turbulence = '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="20"/></filter>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">${turbulence}${'<rect width="2000" height="2000" filter="url(#f)"/>'.repeat(4)}</svg>`
await measure('an SVG', async () => await prove(await aTransfer(), Buffer.from(svg)))
const texts = await aPngOfTexts()
await measure('a PNG of 150 texts', async () => await prove(await aTransfer(), texts))
await measure('24 half-sent posts from three addresses', async () => {
	const part = '--b\r\nContent-Disposition: form-data; name="comprobante"; filename="a"\r\n\r\n\xff\xd8\xff\xe0 half'
	for (let n = 0; n < 24; n++) sendHalf(`127.0.0.${2 + (n % 3)}`, part)
	await wait(1000)
	return await prove(await aTransfer(), photo)
})
isAttacking = false
await measure('20 readers that do not read', async () => {
	for (let n = 0; n < 20; n++) {
		const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${video} HTTP/1.1\r\nHost: x\r\n\r\n`))
		socket.on('error', () => {})
		socket.pause()
		sockets.add(socket)
	}
	await wait(8000)
	return {}
})
const begin = performance.now()
const code = await shop.end('SIGTERM')
say({ stoppedWith: code, seconds: Math.round((performance.now() - begin) / 100) / 10 })
for (const socket of sockets) socket.destroy()
process.exit()
