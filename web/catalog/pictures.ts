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
			source('hero-blanco', 'avif', '320:187305d7 480:13f3be76 640:20b3119c 900:d514bb4d'),
			source('hero-blanco', 'webp', '320:03d1553f 480:cd53e902 640:7de1686e 900:7ba79b57'),
		],
		fallback: '/pictures/hero-blanco-480.3e2e3051.png',
	},
	Celeste: {
		alt: 'Premium Shaker eléctrico de 650 ml, color celeste',
		width: 900,
		height: 1200,
		sources: [
			source('hero-celeste', 'avif', '320:c52ba96e 480:e0e5bd31 640:f559f3dd 900:11cd3091'),
			source('hero-celeste', 'webp', '320:f1c47d8a 480:e1209d85 640:193d7046 900:449a73cb'),
		],
		fallback: '/pictures/hero-celeste-480.740a7ac9.png',
	},
	Negro: {
		alt: 'Premium Shaker eléctrico de 650 ml, color negro',
		width: 900,
		height: 1200,
		sources: [
			source('hero-negro', 'avif', '320:ed9d57b3 480:cf70f869 640:0d836043 900:8a9869f1'),
			source('hero-negro', 'webp', '320:7af00a1b 480:a4df033e 640:e2b3ceb7 900:430a272c'),
		],
		fallback: '/pictures/hero-negro-480.cd30dda7.png',
	},
	Rosado: {
		alt: 'Premium Shaker eléctrico de 650 ml, color rosado',
		width: 900,
		height: 1200,
		sources: [
			source('hero-rosado', 'avif', '320:7e585469 480:36cbbbce 640:af1c13b5 900:f85cc81c'),
			source('hero-rosado', 'webp', '320:51432166 480:877351d3 640:f2e0fd89 900:a6818910'),
		],
		fallback: '/pictures/hero-rosado-480.70dfaf3a.png',
	},
}

/** The two slides at the top of Home. */
export const carouselSlides: Picture[] = [
	{
		alt: 'Premium Shaker celeste en una cocina con luz de mañana',
		width: 1600,
		height: 1000,
		sources: [
			source('slide-kitchen-tall', 'avif', '480:e11f90e4 800:92148453', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-kitchen-tall', 'webp', '480:9f8d3151 800:a092d4e2', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-kitchen', 'avif', '960:68c1ef7f 1600:3b64c6c4'),
			source('slide-kitchen', 'webp', '960:aec65929 1600:43803026'),
		],
		fallback: '/pictures/slide-kitchen-960.91d1096a.jpg',
	},
	{
		alt: 'Premium Shaker negro junto a una mancuerna en el gimnasio',
		width: 1600,
		height: 1000,
		sources: [
			source('slide-gym-tall', 'avif', '480:3a08208d 800:6892519c', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-gym-tall', 'webp', '480:50cc15e1 800:9172b30d', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-gym', 'avif', '960:152928fb 1600:51dc56ce'),
			source('slide-gym', 'webp', '960:f0422e5f 1600:f879f44c'),
		],
		fallback: '/pictures/slide-gym-960.fbebd90e.jpg',
	},
]

/** Close-ups: spout, charging port, blade. */
export const detailPictures: Picture[] = [
	{
		alt: 'Tapa abierta con su boquilla y su asa',
		width: 900,
		height: 900,
		sources: [
			source('detail-spout', 'avif', '450:579b9b91 900:37c3a775'),
			source('detail-spout', 'webp', '450:52f123de 900:c15488c7'),
		],
		fallback: '/pictures/detail-spout-450.08e6434e.jpg',
	},
	{
		alt: 'Botón con anillo de luz y puerto USB-C en la base',
		width: 900,
		height: 900,
		sources: [
			source('detail-usb', 'avif', '450:72824b4a 900:0de14b02'),
			source('detail-usb', 'webp', '450:c236c5fa 900:fdd508d0'),
		],
		fallback: '/pictures/detail-usb-450.83f182e3.jpg',
	},
	{
		alt: 'Aspas de acero en el fondo del vaso',
		width: 900,
		height: 900,
		sources: [
			source('detail-blade', 'avif', '450:71fc2cc0 900:0db7494a'),
			source('detail-blade', 'webp', '450:11c3ff12 900:04c2c117'),
		],
		fallback: '/pictures/detail-blade-450.1850e271.jpg',
	},
]

/** Square picture of a cart or order line; these paths are stored in carts and orders and never change. */
export const thumbs: Record<Color, string> = {
	Blanco: '/pictures/shaker-blanco.webp',
	Celeste: '/pictures/shaker-celeste.webp',
	Negro: '/pictures/shaker-negro.webp',
	Rosado: '/pictures/shaker-rosado.webp',
}
