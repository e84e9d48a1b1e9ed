import { fittedSize, photoBytes } from '#modules/rounds/delivery-photo.ts'

/** JPEG qualities, tried in order until the file is small enough. */
const qualities = [0.8, 0.65, 0.5, 0.35]

const encode = (canvas: HTMLCanvasElement, quality: number) =>
	new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/**
 * Returns the photo re-encoded as a small upright JPEG without its EXIF data (place and time). Returns undefined when the browser
 * cannot decode it.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob | undefined> {
	const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
	if (!picture) return undefined
	const canvas = document.createElement('canvas')
	Object.assign(canvas, fittedSize(picture.width, picture.height))
	canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
	picture.close()
	let smallest: Blob | null = null
	for (const quality of qualities) {
		smallest = await encode(canvas, quality)
		if (smallest && smallest.size <= photoBytes) break
	}
	return smallest ?? undefined
}
