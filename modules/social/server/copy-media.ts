import { createHash } from 'node:crypto'
import type { Files } from '#core/server/files/files.ts'
import type { PictureDecoder } from '#core/server/pictures/picture-decoder.ts'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import { reachOf } from '#core/server/platform/variables.ts'

const timeoutMs = 30_000
const largestBytes = 25_000_000
/** Twice the width at which the feed shows a picture. */
const drawing = { maxPixels: 50_000_000, maxWidth: 640, maxHeight: 6400, quality: 76 }

/** The file types of the feed, by extension. */
export const mediaTypes = { webp: 'image/webp', mp4: 'video/mp4' } as const
type Ending = keyof typeof mediaTypes

/** Dependencies of copies, and the address of the listing with the media. */
interface CopyDeps {
	readonly files: Files
	readonly apiUrl: string
}

const isOnTheInternet = (url: URL) => url.protocol === 'https:' && reachOf(url.hostname) === 'public'

async function download(address: string, apiUrl: string): Promise<Uint8Array> {
	const url = new URL(address)
	if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('not a web address')
	// Media of a public listing may not be on this machine or its network: such hosts are rejected, and redirects are not
	// followed. A simulator's media have its own address.
	if (isOnTheInternet(new URL(apiUrl)) && !isOnTheInternet(url)) throw new Error('the medium is not on the internet')
	const answer = await fetchOutside(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
	if (!answer.ok || !answer.body) throw new Error(`the medium was answered with ${answer.status}`)
	const parts: Uint8Array[] = []
	let length = 0
	for await (const part of answer.body) {
		length += part.byteLength
		if (length > largestBytes) throw new Error('the medium is too large')
		parts.push(part)
	}
	return Buffer.concat(parts)
}

async function store(files: Files, bytes: Uint8Array, ending: Ending): Promise<string> {
	const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${ending}`
	await files.put(`social/${name}`, bytes, mediaTypes[ending])
	return name
}

/**
 * Copies a picture into the shop's files, named by its content. Throws when it is unreachable, in an internal network,
 * no picture, or over 25 MB.
 */
export async function copyPicture(
	{ files, pictures, apiUrl }: CopyDeps & { readonly pictures: Pick<PictureDecoder, 'draw'> },
	address: string,
): Promise<string> {
	const picture = await pictures.draw(await download(address, apiUrl), drawing)
	if (typeof picture === 'string') throw new Error(`the medium cannot be drawn: ${picture}`)
	return store(files, picture, 'webp')
}

/** Copies a video unchanged. Throws when it is unreachable, no MP4, or over 25 MB. */
export async function copyVideo({ files, apiUrl }: CopyDeps, address: string): Promise<string> {
	const video = await download(address, apiUrl)
	if (Buffer.from(video.subarray(4, 8)).toString('latin1') !== 'ftyp') throw new Error('the medium is no MP4')
	return store(files, video, 'mp4')
}
