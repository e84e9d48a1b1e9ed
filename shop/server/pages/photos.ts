import { extname } from 'node:path'
import { type Prepared, unpacked } from '#core/server/http/prepared.ts'
import { bottlePicture, bottlePictureEndings } from '#modules/catalog/colors.ts'
import type { CatalogColor } from '#modules/catalog/shapes.ts'

/** Reads one file of the owner's photo with that hash (bottle-pictures.ts); undefined when there is none. */
export type ReadPhoto = (hash: string, name: string) => Promise<Uint8Array | undefined>

/** The files of a few photos in all sizes: half a megabyte each. */
const maxHeld = 64
const types: Readonly<Record<string, string>> = { '.avif': 'image/avif', '.webp': 'image/webp', '.png': 'image/png' }
const heroName = /^hero-[a-z0-9-]+-(?<width>\d{2,4})\.(?<hash>[0-9a-f]{8})(?<extension>\.(?:avif|webp|png))$/

/** The owner's photos under the addresses of the shop's own pictures. */
export function createPhotos(read: ReadPhoto, readColors: () => Promise<readonly CatalogColor[]>) {
	const held = new Map<string, Prepared>()

	async function file(hash: string, name: string): Promise<Prepared | undefined> {
		const key = `${hash}/${name}`
		const known = held.get(key)
		if (known) return known
		const bytes = await read(hash, name)
		if (!bytes) return undefined
		const ready = unpacked(200, types[extname(name)] ?? '', Buffer.from(bytes))
		const [oldest] = held.keys()
		if (held.size >= maxHeld && oldest) held.delete(oldest)
		held.set(key, ready)
		return ready
	}

	return {
		/** A hero's file, `hero-negro-640.1a2b3c4d.avif`, named by its content hash. */
		async hero(name: string): Promise<Prepared | undefined> {
			const { width, hash, extension } = heroName.exec(name)?.groups ?? {}
			return hash ? await file(hash, `hero-${width}${extension}`) : undefined
		},
		/** A colour's small picture, `shaker-negro.webp`, from its current photo; undefined for a colour without one. */
		async small(name: string): Promise<Prepared | undefined> {
			if (!name.startsWith('shaker-')) return undefined
			for (const { color, foto } of await readColors()) {
				const ending = foto && bottlePictureEndings.find((one) => bottlePicture(color, one) === `/pictures/${name}`)
				if (foto && ending) return await file(foto, `shaker${ending}`)
			}
			return undefined
		},
	}
}
