// Written by tools/pictures/encode.ts; change that script or the renders, not this file.
import type { Color } from '#domain/catalog/colors.ts'

export interface PictureSource {
	type: 'image/avif' | 'image/webp'
	/** Present on a crop made for some screens only; such a source comes before the general ones. */
	media?: string
	/** Pixel proportions of a crop that differ from the picture's own. */
	width?: number
	height?: number
	srcset: { width: number; src: string }[]
}

/** One picture in all its encodings: `sources` best first, `fallback` for an img's src. */
export interface Picture {
	alt: string
	width: number
	height: number
	sources: PictureSource[]
	fallback: string
}

/** File names repeat themselves; only widths and content hashes ('640:1a2b3c4d …') are kept. */
function source(
	name: string,
	extension: 'avif' | 'webp',
	files: string,
	crop: Pick<PictureSource, 'media' | 'width' | 'height'> = {},
): PictureSource {
	const srcset = files.split(' ').map((file) => {
		const [width, hash] = file.split(':')
		return { width: Number(width), src: `/pictures/${name}-${width}.${hash}.${extension}` }
	})
	return { type: `image/${extension}`, ...crop, srcset }
}

/** The bottle in each colour on a transparent ground, with its shadow. */
export const heroPictures: Record<Color, Picture> = {
	Blanco: {
		alt: 'Premium Shaker eléctrico de 650 ml, color blanco',
		width: 900,
		height: 1200,
		sources: [
			source('hero-blanco', 'avif', '320:8123860b 480:b9e88c36 640:85ba9129 900:e49c7777'),
			source('hero-blanco', 'webp', '320:06d2c56e 480:d3b725fa 640:0d974e32 900:f5a8155e'),
		],
		fallback: '/pictures/hero-blanco-480.fd4786b8.png',
	},
	Celeste: {
		alt: 'Premium Shaker eléctrico de 650 ml, color celeste',
		width: 900,
		height: 1200,
		sources: [
			source('hero-celeste', 'avif', '320:19f9cd3e 480:6bd052b6 640:bef77382 900:09d5d5e8'),
			source('hero-celeste', 'webp', '320:ae8eca15 480:41e9686f 640:d557a55f 900:82ad5e5a'),
		],
		fallback: '/pictures/hero-celeste-480.a8b6f8c3.png',
	},
	Negro: {
		alt: 'Premium Shaker eléctrico de 650 ml, color negro',
		width: 900,
		height: 1200,
		sources: [
			source('hero-negro', 'avif', '320:00de4221 480:142deabf 640:a306c44f 900:2fa4c841'),
			source('hero-negro', 'webp', '320:114f99e2 480:3228c0ac 640:ee0f88bf 900:928dc28b'),
		],
		fallback: '/pictures/hero-negro-480.08ffe4e6.png',
	},
	Rosado: {
		alt: 'Premium Shaker eléctrico de 650 ml, color rosado',
		width: 900,
		height: 1200,
		sources: [
			source('hero-rosado', 'avif', '320:dd7881f3 480:d723b1ce 640:2398292d 900:84ef6fb6'),
			source('hero-rosado', 'webp', '320:b18e930a 480:5e2625dd 640:09553b99 900:924cc50e'),
		],
		fallback: '/pictures/hero-rosado-480.890819b8.png',
	},
}

/** The two slides at the top of Home. */
export const carouselSlides: Picture[] = [
	{
		alt: 'Premium Shaker celeste en una cocina con luz de mañana',
		width: 1600,
		height: 1000,
		sources: [
			source('slide-kitchen-tall', 'avif', '480:ebd203b6 800:936df912', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-kitchen-tall', 'webp', '480:3f4a81ea 800:7e36076b', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-kitchen', 'avif', '960:820a3b10 1600:71054a6b'),
			source('slide-kitchen', 'webp', '960:5c970466 1600:0577aaba'),
		],
		fallback: '/pictures/slide-kitchen-960.15ba1667.jpg',
	},
	{
		alt: 'Premium Shaker negro junto a una mancuerna en el gimnasio',
		width: 1600,
		height: 1000,
		sources: [
			source('slide-gym-tall', 'avif', '480:714920ae 800:800ec996', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-gym-tall', 'webp', '480:aee676a1 800:c665f737', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-gym', 'avif', '960:835605e6 1600:f67f4c86'),
			source('slide-gym', 'webp', '960:832b9aa9 1600:33753cc1'),
		],
		fallback: '/pictures/slide-gym-960.e68ac3d0.jpg',
	},
]

/** Close-ups: spout, charging port, blade. */
export const detailPictures: Picture[] = [
	{
		alt: 'Tapa abierta con su boquilla y su asa',
		width: 900,
		height: 900,
		sources: [
			source('detail-spout', 'avif', '450:ae9a6bc9 900:411f708e'),
			source('detail-spout', 'webp', '450:261249d2 900:ea72f795'),
		],
		fallback: '/pictures/detail-spout-450.2e170541.jpg',
	},
	{
		alt: 'Botón con anillo de luz y puerto USB-C en la base',
		width: 900,
		height: 900,
		sources: [
			source('detail-usb', 'avif', '450:ec6f7487 900:9305c9c5'),
			source('detail-usb', 'webp', '450:8c8c83af 900:8a17bae9'),
		],
		fallback: '/pictures/detail-usb-450.0cd88621.jpg',
	},
	{
		alt: 'Aspas de acero en el fondo del vaso',
		width: 900,
		height: 900,
		sources: [
			source('detail-blade', 'avif', '450:1a7f077e 900:dce00d6b'),
			source('detail-blade', 'webp', '450:168bd038 900:df69d92a'),
		],
		fallback: '/pictures/detail-blade-450.8bb88601.jpg',
	},
]
