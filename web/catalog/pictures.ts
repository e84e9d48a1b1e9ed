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

/** One picture in all its encodings: `sources` best first, `fallback` for an img's src, `placeholder` a tiny data URI to show blurred. */
export interface Picture {
	alt: string
	width: number
	height: number
	sources: PictureSource[]
	fallback: string
	placeholder: string
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
			source('hero-blanco', 'avif', '320:6970aa1b 480:c865b491 640:b10a58ee 900:d7cae9e1'),
			source('hero-blanco', 'webp', '320:3ecff2f6 480:fe4d298d 640:a52c7dd9 900:0cccc8b6'),
		],
		fallback: '/pictures/hero-blanco-480.3e2e3051.png',
		placeholder:
			'data:image/webp;base64,UklGRoQAAABXRUJQVlA4WAoAAAAQAAAABQAABwAAQUxQSC0AAAARL6CQjSQ4uRwrsfffMVxEBFS8h0FIUu4zyOARgiiE96fJIaL/gfDJq8lzigYAVlA4IDAAAADQAQCdASoGAAgABUB8JZQC7ADzev4qAAD+07j6VnJrWtcuV3EeFHNJ/IrSdpHqAAA=',
	},
	Celeste: {
		alt: 'Premium Shaker eléctrico de 650 ml, color celeste',
		width: 900,
		height: 1200,
		sources: [
			source('hero-celeste', 'avif', '320:19051231 480:221a5fe1 640:0ee1586c 900:25e8a018'),
			source('hero-celeste', 'webp', '320:0dd94d76 480:696810cb 640:6d597e5a 900:0575d97e'),
		],
		fallback: '/pictures/hero-celeste-480.740a7ac9.png',
		placeholder:
			'data:image/webp;base64,UklGRpIAAABXRUJQVlA4WAoAAAAQAAAABQAABwAAQUxQSC0AAAARL6CQjSQ4uRwrsfffMVxEBFS8h0FIUu4zyOARgiiE96fJIaL/gfDJq8lzigYAVlA4ID4AAADwAQCdASoGAAgABUB8JQBOj+ACuc8Y27AA/rHak+XnnH8OrIqEdTxGCH0OZVxMfqP9Fw2G4drGXoteZioAAA==',
	},
	Negro: {
		alt: 'Premium Shaker eléctrico de 650 ml, color negro',
		width: 900,
		height: 1200,
		sources: [
			source('hero-negro', 'avif', '320:adee48ec 480:4e05beef 640:38875b9e 900:b5b8d627'),
			source('hero-negro', 'webp', '320:8f7dab20 480:f8d5d32d 640:10d0100b 900:229c6ad3'),
		],
		fallback: '/pictures/hero-negro-480.cd30dda7.png',
		placeholder:
			'data:image/webp;base64,UklGRnwAAABXRUJQVlA4WAoAAAAQAAAABQAABwAAQUxQSCsAAAARL6CobRs4WSxFcG2vaRER0PIPBgGmWRncIIRLHCF/mjtE9D8QOW1fqtQMAFZQOCAqAAAAsAEAnQEqBgAIAAVAfCWcAAKdsREzuAD+zYfjNNfnPbUcDHQ+FYV4AAAA',
	},
	Rosado: {
		alt: 'Premium Shaker eléctrico de 650 ml, color rosado',
		width: 900,
		height: 1200,
		sources: [
			source('hero-rosado', 'avif', '320:33bebe09 480:2cf2508d 640:8f293918 900:c27debc8'),
			source('hero-rosado', 'webp', '320:816209bf 480:c0c96983 640:a2b36add 900:e656406c'),
		],
		fallback: '/pictures/hero-rosado-480.70dfaf3a.png',
		placeholder:
			'data:image/webp;base64,UklGRogAAABXRUJQVlA4WAoAAAAQAAAABQAABwAAQUxQSC0AAAARL6CQjSQ4uRwrsfffMVxEBFS8h0FIUu4zyOARgiiE96fJIaL/gfDJq8lzigYAVlA4IDQAAACwAQCdASoGAAgABUB8JZACdADzbysAAP5aVrVDL8ATzlA7QjHvzGsuqsLb39M5UU+VwAAA',
	},
}

/** The two slides at the top of Home. */
export const carouselSlides: Picture[] = [
	{
		alt: 'Premium Shaker celeste en una cocina con luz de mañana',
		width: 1600,
		height: 1000,
		sources: [
			source('slide-kitchen-tall', 'avif', '480:785eca1c 800:eed6aa53', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-kitchen-tall', 'webp', '480:b6c5bb67 800:56f77def', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-kitchen', 'avif', '960:8663d7ad 1600:951e5c64'),
			source('slide-kitchen', 'webp', '960:de2a7a74 1600:cc0b9c6f'),
		],
		fallback: '/pictures/slide-kitchen-960.e19b6ba4.jpg',
		placeholder: 'data:image/webp;base64,UklGRjAAAABXRUJQVlA4ICQAAABwAQCdASoIAAUACoB8JYgCdAF1AAD+5OTOhzyMNGdk7xAAAAA=',
	},
	{
		alt: 'Premium Shaker negro junto a una mancuerna en el gimnasio',
		width: 1600,
		height: 1000,
		sources: [
			source('slide-gym-tall', 'avif', '480:2a04b8f4 800:ed23dad7', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-gym-tall', 'webp', '480:9f4df1f2 800:739ad414', {
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			}),
			source('slide-gym', 'avif', '960:56e69ac1 1600:5a711ef7'),
			source('slide-gym', 'webp', '960:c9ab1c26 1600:b1068896'),
		],
		fallback: '/pictures/slide-gym-960.6afb2f75.jpg',
		placeholder: 'data:image/webp;base64,UklGRjAAAABXRUJQVlA4ICQAAABQAQCdASoIAAUABUB8JZwABAAAAP7tpoFMCoQhdq43I2d8YAA=',
	},
]

/** Close-ups: spout, charging port, blade. */
export const detailPictures: Picture[] = [
	{
		alt: 'Tapa abierta con su boquilla y su asa',
		width: 900,
		height: 900,
		sources: [
			source('detail-spout', 'avif', '450:c1ae86f1 900:7c121526'),
			source('detail-spout', 'webp', '450:67764978 900:0ede5867'),
		],
		fallback: '/pictures/detail-spout-450.dcfdf456.jpg',
		placeholder:
			'data:image/webp;base64,UklGRjYAAABXRUJQVlA4ICoAAACQAQCdASoIAAgABUB8JaQAApepdAAA/t6c44yCfn6gLz1/aF3FlkAAAAA=',
	},
	{
		alt: 'Botón con anillo de luz y puerto USB-C en la base',
		width: 900,
		height: 900,
		sources: [
			source('detail-usb', 'avif', '450:35a7dec3 900:3fbabce4'),
			source('detail-usb', 'webp', '450:2f7f41e3 900:5320e9ea'),
		],
		fallback: '/pictures/detail-usb-450.28869eb5.jpg',
		placeholder: 'data:image/webp;base64,UklGRjAAAABXRUJQVlA4ICQAAACQAQCdASoIAAgABUB8JZwAAp02yVgA/QAlZkLmgu6TJtyVsAA=',
	},
	{
		alt: 'Aspas de acero en el fondo del vaso',
		width: 900,
		height: 900,
		sources: [
			source('detail-blade', 'avif', '450:9b8672f2 900:7eed0d22'),
			source('detail-blade', 'webp', '450:1822ea8b 900:9cd92c2b'),
		],
		fallback: '/pictures/detail-blade-450.0914b699.jpg',
		placeholder: 'data:image/webp;base64,UklGRjAAAABXRUJQVlA4ICQAAACwAQCdASoIAAgABUB8JZwAAp1zqmHAAP0AJFijfg7Wi7YHAAA=',
	},
]

/** Square picture of a cart or order line; these paths are stored in carts and orders and never change. */
export const thumbs: Record<Color, string> = {
	Blanco: '/pictures/shaker-blanco.webp',
	Celeste: '/pictures/shaker-celeste.webp',
	Negro: '/pictures/shaker-negro.webp',
	Rosado: '/pictures/shaker-rosado.webp',
}
