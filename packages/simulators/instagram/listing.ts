import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'

/** A post of the simulated account. `file` and `thumbnail` are names in the media folder. */
export interface SimulatedPost {
	readonly id: string
	readonly media_type: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
	readonly file: string | undefined
	readonly thumbnail: string | undefined
	readonly caption: string
	readonly code: string
	readonly timestamp: string
}

const hour = 3_600_000
/** Ids are strings of 17 digits, derived from the file name to be stable across restarts. */
const idOf = (name: string) =>
	`178${(BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 13)}`) % 10n ** 14n).toString().padStart(14, '0')}`
const stem = (file: string) => file.replace(/\.[^.]+$/, '')

/**
 * Returns the posts of a folder, newest first, with an album, a repeated post and a video without a URL. A video's cover has
 * its name, optionally with `-poster`.
 */
export function listPosts(folder: string, now: Date): SimulatedPost[] {
	const files = existsSync(folder) ? readdirSync(folder).sort() : []
	const pictures = files.filter((file) => /\.(jpe?g)$/i.test(file))
	const videos = files.filter((file) => /\.mp4$/i.test(file))
	const coverOf = (video: string) =>
		pictures.find((file) => [stem(video), `${stem(video)}-poster`].includes(stem(file)))
	const covers = new Set(videos.map(coverOf))

	const posted = pictures.filter((file) => !covers.has(file))
	const coverOfMissing = posted.pop()
	const plain = [...posted, ...videos].sort()
	const posts = plain.map((file) => {
		const isVideo = videos.includes(file)
		return describePost(file, isVideo ? 'VIDEO' : 'IMAGE', file, isVideo ? (coverOf(file) ?? pictures[0]) : undefined)
	})
	const [first, second] = posts
	if (first && second) {
		// An album has the URL of its first picture.
		if (second.media_type === 'IMAGE') posts[1] = { ...second, media_type: 'CAROUSEL_ALBUM' }
		posts.splice(2, 0, first)
		posts.push(describePost('protegido', 'VIDEO', undefined, coverOfMissing))
	}
	return posts.map((post, index) => ({
		...post,
		timestamp: new Date(now.getTime() - (index + 1) * 20 * hour).toISOString().replace(/\.\d+Z$/, '+0000'),
	}))
}

function describePost(
	name: string,
	media_type: SimulatedPost['media_type'],
	file: string | undefined,
	thumbnail: string | undefined,
): SimulatedPost {
	const id = idOf(name)
	const caption = `Premium Shaker: ${stem(name).replaceAll('-', ' ')}`
	return {
		id,
		media_type,
		file,
		thumbnail,
		caption,
		code: createHash('sha256').update(id).digest('base64url').slice(0, 11),
		timestamp: '',
	}
}
