import type { FastifyHelmetOptions } from '@fastify/helmet'

/** Browser features that no page uses and none may. Google's button needs its credentials only. */
const closedFeatures = [
	'accelerometer',
	'camera',
	'display-capture',
	'encrypted-media',
	'geolocation',
	'gyroscope',
	'magnetometer',
	'microphone',
	'midi',
	'payment',
	'screen-wake-lock',
	'usb',
	'xr-spatial-tracking',
]

export const permissionsPolicy = closedFeatures.map((feature) => `${feature}=()`).join(', ')

/**
 * The security headers. Every source is the shop itself except Google's button, whose pop-up needs
 * `same-origin-allow-popups`.
 */
export function contentPolicy(options: {
	isHttps: boolean
	google: { scriptUrl: string } | undefined
	pages?: { styleHashes: readonly string[] }
}): FastifyHelmetOptions {
	const { isHttps, google, pages } = options
	const scope = google && new URL('.', google.scriptUrl).href
	const withGoogle = (...own: string[]) => [...own, ...(google && scope ? [scope] : [])]
	return {
		contentSecurityPolicy: {
			useDefaults: false,
			directives: {
				defaultSrc: ["'self'"],
				baseUri: ["'none'"],
				objectSrc: ["'none'"],
				frameAncestors: ["'none'"],
				formAction: ["'self'"],
				scriptSrc: ["'self'", ...(google ? [google.scriptUrl] : [])],
				styleSrc: withGoogle("'self'", ...(pages?.styleHashes ?? [])),
				imgSrc: ["'self'", 'data:', 'blob:'],
				mediaSrc: ["'self'"],
				fontSrc: ["'self'"],
				connectSrc: withGoogle("'self'"),
				frameSrc: withGoogle("'self'"),
				...(isHttps ? { upgradeInsecureRequests: [] } : {}),
			},
		},
		crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
		crossOriginEmbedderPolicy: false,
		crossOriginResourcePolicy: { policy: 'same-origin' },
		referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
		strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
	}
}
