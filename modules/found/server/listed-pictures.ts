import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from '#core/server/files/files.ts'
import { type Prepared, unpacked } from '#core/server/http/send-stored.ts'
import type { PictureDecoder } from '#core/server/pictures/picture-decoder.ts'
import { projectFolder } from '#core/server/platform/runtime.ts'
import { colorSlug, heroSize } from '#modules/catalog/colors.ts'
import { photoKey } from '#modules/catalog/server/catalog.ts'
import type { CatalogColor } from '#modules/catalog/shapes.ts'
import type { ListedPicture } from '#modules/found/server/draw-listed.ts'

type Pictured = Pick<CatalogColor, 'color' | 'foto'>

/** The largest hero of a colour: the owner's photo, else the shop's own; undefined for neither. */
async function readHero(files: Pick<Files, 'get'>, { color, foto }: Pictured): Promise<Uint8Array | undefined> {
	if (foto) return await files.get(photoKey(foto, `hero-${heroSize.width}.webp`))
	const folder = join(projectFolder, 'shop/public/pictures')
	const own = new RegExp(`^hero-${colorSlug(color)}-${heroSize.width}\\.[0-9a-f]{8}\\.webp$`)
	const name = (await readdir(folder)).find((one) => own.test(one))
	return name === undefined ? undefined : await readFile(join(folder, name))
}

/** Returns a reader of listed pictures, drawn once for a colour's photo; undefined where it has none. */
export function createListedPictures({ files, pictures }: { files: Pick<Files, 'get'>; pictures: PictureDecoder }) {
	type Drawn = ReadonlyMap<string, Prepared>
	const drawn = new Map<string, { readonly foto: string | undefined; readonly ready: Promise<Drawn> }>()

	async function draw(colour: Pictured): Promise<Drawn> {
		const hero = await readHero(files, colour)
		if (!hero) return new Map()
		const made = await pictures.drawFiles(hero, 'listed')
		if (typeof made === 'string') throw new Error(`the pictures of ${colour.color}: ${made}`)
		return new Map([...made].map(([name, bytes]) => [name, unpacked(200, 'image/jpeg', Buffer.from(bytes))]))
	}

	return async (colour: Pictured, name: ListedPicture): Promise<Prepared | undefined> => {
		const { color, foto } = colour
		const known = drawn.get(color)
		if (known && known.foto === foto) return (await known.ready).get(name)
		const ready = draw(colour)
		drawn.set(color, { foto, ready })
		// A failed drawing is retried by the next request.
		ready.catch(() => drawn.get(color)?.ready === ready && drawn.delete(color))
		return (await ready).get(name)
	}
}
