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

/** One picture in all its encodings: `sources` best first, `fallback` for an img's src, `placeholder` a blurred data URI. */
export interface Picture {
	alt: string
	width: number
	height: number
	sources: PictureSource[]
	fallback: string
	placeholder: string
}

/** The bottle in each colour on a transparent ground, with its shadow. */
export const heroPictures: Record<Color, Picture> = {
	Blanco: {
		alt: 'Premium Shaker eléctrico de 650 ml, color blanco',
		width: 540,
		height: 720,
		sources: [
			{
				type: 'image/avif',
				srcset: [
					{
						width: 320,
						src: '/pictures/hero-blanco-320.ca6e71cb.avif',
					},
					{
						width: 480,
						src: '/pictures/hero-blanco-480.79f6507c.avif',
					},
					{
						width: 640,
						src: '/pictures/hero-blanco-640.8afd0625.avif',
					},
					{
						width: 900,
						src: '/pictures/hero-blanco-900.29512c01.avif',
					},
				],
			},
			{
				type: 'image/webp',
				srcset: [
					{
						width: 320,
						src: '/pictures/hero-blanco-320.363ba1e3.webp',
					},
					{
						width: 480,
						src: '/pictures/hero-blanco-480.78d61af5.webp',
					},
					{
						width: 640,
						src: '/pictures/hero-blanco-640.b685092b.webp',
					},
					{
						width: 900,
						src: '/pictures/hero-blanco-900.33226f6b.webp',
					},
				],
			},
		],
		fallback: '/pictures/hero-blanco-480.5c537c9a.png',
		placeholder:
			'data:image/webp;base64,UklGRogAAABXRUJQVlA4WAoAAAAQAAAABQAABwAAQUxQSCgAAAARL6CmkRQ4eFpeSlpcEBGBG/7CICQpm0EIDxFC+VPlENH/QI+s3N8CVlA4IDoAAACwAQCdASoGAAgABUB8JQBOgBQcGl3AAPxoOr5RUPQLQIbkHf/16g3mP9lot5UJRUj3gnmjN7f6AAAA',
	},
	Celeste: {
		alt: 'Premium Shaker eléctrico de 650 ml, color celeste',
		width: 540,
		height: 720,
		sources: [
			{
				type: 'image/avif',
				srcset: [
					{
						width: 320,
						src: '/pictures/hero-celeste-320.9bcf2eaf.avif',
					},
					{
						width: 480,
						src: '/pictures/hero-celeste-480.9da91afb.avif',
					},
					{
						width: 640,
						src: '/pictures/hero-celeste-640.4f865c60.avif',
					},
					{
						width: 900,
						src: '/pictures/hero-celeste-900.bcfc2def.avif',
					},
				],
			},
			{
				type: 'image/webp',
				srcset: [
					{
						width: 320,
						src: '/pictures/hero-celeste-320.748e0b33.webp',
					},
					{
						width: 480,
						src: '/pictures/hero-celeste-480.d1f113d1.webp',
					},
					{
						width: 640,
						src: '/pictures/hero-celeste-640.bbb74eae.webp',
					},
					{
						width: 900,
						src: '/pictures/hero-celeste-900.8e0ea546.webp',
					},
				],
			},
		],
		fallback: '/pictures/hero-celeste-480.1c794360.png',
		placeholder:
			'data:image/webp;base64,UklGRoAAAABXRUJQVlA4WAoAAAAQAAAABQAABwAAQUxQSCYAAAARL0AkQJpkCtFk9oYRESy+MAhJymYQwkOEUP5UOUT0P9AjK/e3AFZQOCA0AAAA0AEAnQEqBgAIAAVAfCWIAnQAvZ74TQAA2/2XWaiDqGq86YtQo283EtwZCF8gZyG6y8AAAA==',
	},
	Negro: {
		alt: 'Premium Shaker eléctrico de 650 ml, color negro',
		width: 540,
		height: 720,
		sources: [
			{
				type: 'image/avif',
				srcset: [
					{
						width: 320,
						src: '/pictures/hero-negro-320.bd07d4b5.avif',
					},
					{
						width: 480,
						src: '/pictures/hero-negro-480.d3180551.avif',
					},
					{
						width: 640,
						src: '/pictures/hero-negro-640.cc3f782c.avif',
					},
					{
						width: 900,
						src: '/pictures/hero-negro-900.5605f7d7.avif',
					},
				],
			},
			{
				type: 'image/webp',
				srcset: [
					{
						width: 320,
						src: '/pictures/hero-negro-320.c18a61af.webp',
					},
					{
						width: 480,
						src: '/pictures/hero-negro-480.447ec92f.webp',
					},
					{
						width: 640,
						src: '/pictures/hero-negro-640.148931ef.webp',
					},
					{
						width: 900,
						src: '/pictures/hero-negro-900.b65da767.webp',
					},
				],
			},
		],
		fallback: '/pictures/hero-negro-480.b94c3441.png',
		placeholder:
			'data:image/webp;base64,UklGRn4AAABXRUJQVlA4WAoAAAAQAAAABQAABwAAQUxQSCsAAAARL6CmbSM4WiKduz93x+MiInB+EQoZSZJqDRbhU1iF87c6hoj+B3LV+14AAFZQOCAsAAAAsAEAnQEqBgAIAAVAfCWkAAJa8hQGoAD+y+8SrZqRx6ocqi2Czgu21dAAAAA=',
	},
	Rosado: {
		alt: 'Premium Shaker eléctrico de 650 ml, color rosado',
		width: 540,
		height: 720,
		sources: [
			{
				type: 'image/avif',
				srcset: [
					{
						width: 320,
						src: '/pictures/hero-rosado-320.7efac40a.avif',
					},
					{
						width: 480,
						src: '/pictures/hero-rosado-480.5811ea9d.avif',
					},
					{
						width: 640,
						src: '/pictures/hero-rosado-640.5beaf945.avif',
					},
					{
						width: 900,
						src: '/pictures/hero-rosado-900.7f3c1ba9.avif',
					},
				],
			},
			{
				type: 'image/webp',
				srcset: [
					{
						width: 320,
						src: '/pictures/hero-rosado-320.60a89f44.webp',
					},
					{
						width: 480,
						src: '/pictures/hero-rosado-480.888742f4.webp',
					},
					{
						width: 640,
						src: '/pictures/hero-rosado-640.91e79966.webp',
					},
					{
						width: 900,
						src: '/pictures/hero-rosado-900.b4e74b44.webp',
					},
				],
			},
		],
		fallback: '/pictures/hero-rosado-480.87f10cc4.png',
		placeholder:
			'data:image/webp;base64,UklGRoYAAABXRUJQVlA4WAoAAAAQAAAABQAABwAAQUxQSCYAAAARL0AkQJpkCtFk9oYRESy+MAhJymYQwkOEUP5UOUT0P9AjK/e3AFZQOCA6AAAA0AEAnQEqBgAIAAVAfCWYAnQAoODpwAAAyXY6qlfQMeH0Mnto5zrDRZ9zGQgvohUR/VtsG7sG2oAAAA==',
	},
}

/** The two slides at the top of Home. */
export const carouselSlides: Picture[] = [
	{
		alt: 'Premium Shaker en una cocina con luz de mañana',
		width: 1600,
		height: 1000,
		sources: [
			{
				type: 'image/avif',
				srcset: [
					{
						width: 480,
						src: '/pictures/slide-kitchen-tall-480.92d64355.avif',
					},
					{
						width: 800,
						src: '/pictures/slide-kitchen-tall-800.46905069.avif',
					},
				],
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			},
			{
				type: 'image/webp',
				srcset: [
					{
						width: 480,
						src: '/pictures/slide-kitchen-tall-480.ea756f07.webp',
					},
					{
						width: 800,
						src: '/pictures/slide-kitchen-tall-800.a16e0304.webp',
					},
				],
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			},
			{
				type: 'image/avif',
				srcset: [
					{
						width: 960,
						src: '/pictures/slide-kitchen-960.2419289b.avif',
					},
					{
						width: 1600,
						src: '/pictures/slide-kitchen-1600.d0a45e06.avif',
					},
				],
			},
			{
				type: 'image/webp',
				srcset: [
					{
						width: 960,
						src: '/pictures/slide-kitchen-960.d6c8cd69.webp',
					},
					{
						width: 1600,
						src: '/pictures/slide-kitchen-1600.ec759c57.webp',
					},
				],
			},
		],
		fallback: '/pictures/slide-kitchen-960.878070af.jpg',
		placeholder: 'data:image/webp;base64,UklGRjAAAABXRUJQVlA4ICQAAABwAQCdASoIAAUACoB8JYgCdAF1AAD+5OTOhzyMNGdk7xAAAAA=',
	},
	{
		alt: 'Premium Shaker en el gimnasio',
		width: 1600,
		height: 1000,
		sources: [
			{
				type: 'image/avif',
				srcset: [
					{
						width: 480,
						src: '/pictures/slide-gym-tall-480.7d9ed95c.avif',
					},
					{
						width: 800,
						src: '/pictures/slide-gym-tall-800.9e09363e.avif',
					},
				],
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			},
			{
				type: 'image/webp',
				srcset: [
					{
						width: 480,
						src: '/pictures/slide-gym-tall-480.82099111.webp',
					},
					{
						width: 800,
						src: '/pictures/slide-gym-tall-800.2a06ea5a.webp',
					},
				],
				media: '(max-width: 640px)',
				width: 800,
				height: 1000,
			},
			{
				type: 'image/avif',
				srcset: [
					{
						width: 960,
						src: '/pictures/slide-gym-960.ebf58dc3.avif',
					},
					{
						width: 1600,
						src: '/pictures/slide-gym-1600.8a68a70a.avif',
					},
				],
			},
			{
				type: 'image/webp',
				srcset: [
					{
						width: 960,
						src: '/pictures/slide-gym-960.0ecfe249.webp',
					},
					{
						width: 1600,
						src: '/pictures/slide-gym-1600.3438321d.webp',
					},
				],
			},
		],
		fallback: '/pictures/slide-gym-960.73a2b118.jpg',
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
			{
				type: 'image/avif',
				srcset: [
					{
						width: 450,
						src: '/pictures/detail-spout-450.25c664d2.avif',
					},
					{
						width: 900,
						src: '/pictures/detail-spout-900.3006d45a.avif',
					},
				],
			},
			{
				type: 'image/webp',
				srcset: [
					{
						width: 450,
						src: '/pictures/detail-spout-450.f468ac13.webp',
					},
					{
						width: 900,
						src: '/pictures/detail-spout-900.f95d7a27.webp',
					},
				],
			},
		],
		fallback: '/pictures/detail-spout-450.d197d08f.jpg',
		placeholder:
			'data:image/webp;base64,UklGRjYAAABXRUJQVlA4ICoAAACQAQCdASoIAAgABUB8JaQAApepdAAA/t6c44yCfn6gLz1/aF3FlkAAAAA=',
	},
	{
		alt: 'Botón con anillo de luz y puerto USB-C en la base',
		width: 900,
		height: 900,
		sources: [
			{
				type: 'image/avif',
				srcset: [
					{
						width: 450,
						src: '/pictures/detail-usb-450.a0b4cf2c.avif',
					},
					{
						width: 900,
						src: '/pictures/detail-usb-900.197cca91.avif',
					},
				],
			},
			{
				type: 'image/webp',
				srcset: [
					{
						width: 450,
						src: '/pictures/detail-usb-450.bbe2eb96.webp',
					},
					{
						width: 900,
						src: '/pictures/detail-usb-900.7ffee981.webp',
					},
				],
			},
		],
		fallback: '/pictures/detail-usb-450.3b9805c5.jpg',
		placeholder: 'data:image/webp;base64,UklGRjAAAABXRUJQVlA4ICQAAACQAQCdASoIAAgABUB8JZwAAp02yVgA/QAlZkLmgu6TJtyVsAA=',
	},
	{
		alt: 'Aspas de acero en el fondo del vaso',
		width: 900,
		height: 900,
		sources: [
			{
				type: 'image/avif',
				srcset: [
					{
						width: 450,
						src: '/pictures/detail-blade-450.c210338f.avif',
					},
					{
						width: 900,
						src: '/pictures/detail-blade-900.43bd94f2.avif',
					},
				],
			},
			{
				type: 'image/webp',
				srcset: [
					{
						width: 450,
						src: '/pictures/detail-blade-450.10aa0ec2.webp',
					},
					{
						width: 900,
						src: '/pictures/detail-blade-900.2ecd1f2c.webp',
					},
				],
			},
		],
		fallback: '/pictures/detail-blade-450.e1d6c2b2.jpg',
		placeholder:
			'data:image/webp;base64,UklGRjIAAABXRUJQVlA4ICYAAACwAQCdASoIAAgABUB8JZwAAp1jXmAAAP0AJFijfg+1KkG2BwAAAA==',
	},
]

/** Square picture of a cart or order line; these paths are stored in carts and orders and never change. */
export const thumbs: Record<Color, string> = {
	Blanco: '/pictures/shaker-blanco.webp',
	Celeste: '/pictures/shaker-celeste.webp',
	Negro: '/pictures/shaker-negro.webp',
	Rosado: '/pictures/shaker-rosado.webp',
}
