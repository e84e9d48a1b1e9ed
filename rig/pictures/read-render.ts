import { readFileSync } from 'node:fs'

/** One channel: a number per pixel, row by row from the top. */
export type Plane = Float32Array

export type Render = {
	width: number
	height: number
	/** Rendered light, linear, premultiplied: red, green, blue, alpha. */
	light: Plane[]
	/** Features of each pixel independent of light: albedo, normal, distance. */
	features: Plane[]
}

const lightNames = ['Combined.R', 'Combined.G', 'Combined.B', 'Combined.A']
const featureNames = ['Albedo.R', 'Albedo.G', 'Albedo.B', 'Normal.X', 'Normal.Y', 'Normal.Z', 'Depth.Z']
const magic = 20_000_630
const floatType = 2

/** Binary reader, little-endian. */
class Cursor {
	readonly bytes: Buffer
	at = 0

	constructor(bytes: Buffer) {
		this.bytes = bytes
	}

	text(): string {
		const end = this.bytes.indexOf(0, this.at)
		const text = this.bytes.toString('latin1', this.at, end)
		this.at = end + 1
		return text
	}

	int(): number {
		this.at += 4
		return this.bytes.readInt32LE(this.at - 4)
	}
}

function channelNames(bytes: Buffer, file: string): string[] {
	const cursor = new Cursor(bytes)
	const names: string[] = []
	for (let name = cursor.text(); name !== ''; name = cursor.text()) {
		if (cursor.int() !== floatType) throw new Error(`${file}: channel ${name} is not of 32-bit numbers.`)
		cursor.at += 12
		names.push(name)
	}
	return names
}

/** Returns the header's attributes by name, and the offset of the row table. */
function readHeader(bytes: Buffer, file: string): { attributes: Map<string, Buffer>; end: number } {
	const cursor = new Cursor(bytes)
	if (cursor.int() !== magic) throw new Error(`${file} is not an OpenEXR picture.`)
	cursor.int()
	const attributes = new Map<string, Buffer>()
	for (let name = cursor.text(); name !== ''; name = cursor.text()) {
		cursor.text()
		const length = cursor.int()
		attributes.set(name, bytes.subarray(cursor.at, cursor.at + length))
		cursor.at += length
	}
	return { attributes, end: cursor.at }
}

/** Reads the output of render.py: an uncompressed single-layer OpenEXR with Cycles' denoising passes. */
export function readRender(file: string): Render {
	const bytes = readFileSync(file)
	const { attributes, end } = readHeader(bytes, file)
	const [channels, box, compression] = ['channels', 'dataWindow', 'compression'].map((name) => attributes.get(name))
	if (!channels || !box || compression?.[0] !== 0) throw new Error(`${file} is compressed or has no picture.`)
	const width = box.readInt32LE(8) - box.readInt32LE(0) + 1
	const height = box.readInt32LE(12) - box.readInt32LE(4) + 1
	const names = channelNames(channels, file)
	const planes = names.map(() => new Float32Array(width * height))
	for (let y = 0; y < height; y++) {
		let from = Number(bytes.readBigUInt64LE(end + y * 8)) + 8
		for (const plane of planes) {
			// A copy, because a row may be unaligned.
			plane.set(new Float32Array(Uint8Array.from(bytes.subarray(from, from + width * 4)).buffer), y * width)
			from += width * 4
		}
	}
	const pick = (ending: string) => {
		const plane = planes[names.findIndex((name) => name.endsWith(ending))]
		if (!plane) throw new Error(`${file} has no channel ${ending}.`)
		return plane
	}
	return { width, height, light: lightNames.map(pick), features: featureNames.map(pick) }
}
