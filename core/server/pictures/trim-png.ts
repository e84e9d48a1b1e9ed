/** The chunks needed to draw a PNG. Others (texts, colour profiles, animations) may unpack to gigabytes. */
const drawnFrom = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'eXIf', 'IDAT', 'IEND'])
const signatureBytes = 8
/** A chunk's length, type and checksum. */
const frameBytes = 12

/** A PNG without unneeded chunks; undefined when it is truncated or malformed. */
export function trimPng(bytes: Uint8Array): Uint8Array | undefined {
	const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
	const chunks = [png.subarray(0, signatureBytes)]
	for (let at = signatureBytes; at + frameBytes <= png.length; ) {
		const end = at + frameBytes + png.readUInt32BE(at)
		const type = png.toString('latin1', at + 4, at + 8)
		if (end > png.length) return undefined
		if (drawnFrom.has(type)) chunks.push(png.subarray(at, end))
		if (type === 'IEND') return Buffer.concat(chunks)
		at = end
	}
	return undefined
}
