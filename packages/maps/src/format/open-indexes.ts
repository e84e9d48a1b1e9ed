import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type PlacesIndex, readPlacesIndex } from './places-index.ts'
import { type RoadsIndex, readRoadsIndex } from './roads-index.ts'

const decompress = promisify(brotliDecompress)

/** Reads and decodes both index files. Rejects when one is missing, truncated or of another format. */
export async function openIndexes(folder: string): Promise<[PlacesIndex, RoadsIndex]> {
	const open = async (name: string) => decompress(await readFile(join(folder, name)))
	const [placesFile, roadsFile] = await Promise.all([open('places.bin.br'), open('roads.bin.br')])
	const places = readPlacesIndex(placesFile)
	await yieldToEventLoop()
	const roads = readRoadsIndex(roadsFile)
	await yieldToEventLoop()
	return [places, roads]
}

/** Yields to the event loop. */
export function yieldToEventLoop(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve))
}
