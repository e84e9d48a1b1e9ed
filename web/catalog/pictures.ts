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
			source('hero-blanco', 'avif', '320:c402332e 480:0101aebe 640:f7c3bbbc 900:9eb5a834'),
			source('hero-blanco', 'webp', '320:967b3217 480:902ac147 640:82e5f1b1 900:cffbc3f7'),
		],
		fallback: '/pictures/hero-blanco-480.fd4786b8.png',
	},
	Celeste: {
		alt: 'Premium Shaker eléctrico de 650 ml, color celeste',
		width: 900,
		height: 1200,
		sources: [
			source('hero-celeste', 'avif', '320:aff55f4c 480:f024d836 640:ce0f1877 900:65a306ed'),
			source('hero-celeste', 'webp', '320:50934dd5 480:a5784d56 640:8f10b014 900:dfcdf280'),
		],
		fallback: '/pictures/hero-celeste-480.a8b6f8c3.png',
	},
	Negro: {
		alt: 'Premium Shaker eléctrico de 650 ml, color negro',
		width: 900,
		height: 1200,
		sources: [
			source('hero-negro', 'avif', '320:7a66dd8b 480:cb981697 640:21337ced 900:15272820'),
			source('hero-negro', 'webp', '320:a20308a1 480:554a4753 640:5bb5042a 900:6f41c0ef'),
		],
		fallback: '/pictures/hero-negro-480.ff92fbe4.png',
	},
	Rosado: {
		alt: 'Premium Shaker eléctrico de 650 ml, color rosado',
		width: 900,
		height: 1200,
		sources: [
			source('hero-rosado', 'avif', '320:4798138b 480:da13b77d 640:59f13905 900:cea21ee9'),
			source('hero-rosado', 'webp', '320:4f89cf0d 480:f1e6ab56 640:672c9e10 900:d1ee3e4c'),
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
			source('slide-kitchen-tall', 'avif', '480:9274ef81 800:42bd1cb2', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-kitchen-tall', 'webp', '480:c3fcc6f5 800:96918fcb', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-kitchen', 'avif', '960:8157001c 1600:cfb3bdda'),
			source('slide-kitchen', 'webp', '960:d4009522 1600:b6dffb32'),
		],
		fallback: '/pictures/slide-kitchen-960.c902cdde.jpg',
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
			source('detail-spout', 'avif', '450:1f89467b 900:29cd1a6a'),
			source('detail-spout', 'webp', '450:73a4a184 900:ee817b58'),
		],
		fallback: '/pictures/detail-spout-450.7912e724.jpg',
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

/** Square picture of a cart or order line; these paths are stored in carts and orders and never change. */
export const thumbs: Record<Color, string> = {
	Blanco: '/pictures/shaker-blanco.webp',
	Celeste: '/pictures/shaker-celeste.webp',
	Negro: '/pictures/shaker-negro.webp',
	Rosado: '/pictures/shaker-rosado.webp',
}
