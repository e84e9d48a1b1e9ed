import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import {
	drawMapQuery,
	quoteDeliveryAnswer,
	quoteDeliveryQuery,
	suggestAddressesAnswer,
	suggestAddressesQuery,
} from '#modules/delivery/shapes.ts'

const about = { tag: 'despacho', caller: 'anyone', method: 'GET' } as const

export const suggestAddresses = endpoint({
	...about,
	path: '/api/mapas/sugerencias/',
	summary: 'Direcciones y lugares que coinciden con lo escrito',
	limits: ['sugerencias'],
	query: suggestAddressesQuery,
	answer: suggestAddressesAnswer,
})

export const quoteDelivery = endpoint({
	...about,
	path: '/api/despacho/cotizacion/',
	summary: 'Lo que cuesta el despacho a un lugar',
	limits: ['cotizacion'],
	query: quoteDeliveryQuery,
	answer: quoteDeliveryAnswer,
})

export const drawMap = endpoint({
	...about,
	path: '/api/mapas/mapa.svg',
	summary: 'El mapa del despacho, como imagen',
	produces: ['image/svg+xml', 'image/png'],
	limits: ['mapa'],
	query: drawMapQuery,
	answer: z.unknown().describe('La imagen'),
})
