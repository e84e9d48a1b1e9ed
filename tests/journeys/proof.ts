import sharp from 'sharp'

const text = Buffer.from('<svg width="400" height="240"><text x="24" y="120" font-size="28">Transferencia</text></svg>')
const page = { width: 400, height: 240, channels: 3, background: '#ffffff' } as const

/** An image of a transfer proof. */
export const proof = {
	name: 'comprobante.png',
	mimeType: 'image/png',
	buffer: await sharp({ create: page })
		.composite([{ input: text }])
		.png()
		.toBuffer(),
}
