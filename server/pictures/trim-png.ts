/** The chunks that a PNG is drawn from. The rest (texts, colour profiles, animations) may unpack to gigabytes. */
const drawnFrom = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'eXIf', 'IDAT', 'IEND'])
const signatureBytes = 8
/** A chunk's length, its type and its checksum. */
const frameBytes = 12

/** A PNG without the chunks that it is not drawn from; undefined when it is cut off or is no chain of chunks. */
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
