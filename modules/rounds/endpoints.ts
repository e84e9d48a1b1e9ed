import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { csvFile, idempotencyKey, spanQuery } from '#core/contract/lists.ts'
import {
	arrangeRoundRequest,
	closeRoundRequest,
	deliveriesAnswer,
	deliverStopRequest,
	deliveryFilter,
	deliveryNumbersAnswer,
	drawRoundQuery,
	failStopRequest,
	handOverRequest,
	listDeliveriesAnswer,
	listDeliveriesQuery,
	pickupAnswer,
	planRoundRequest,
	pressed,
	roundAnswer,
	sheetsAnswer,
	sheetsQuery,
} from '#modules/rounds/shapes.ts'

const tag = 'panel: reparto'
const params = z.object({ id: z.string().max(60) })
const reads = { tag, caller: 'staff', method: 'GET', permission: 'ver_panel', freshProof: false } as const
const delivers = {
	tag,
	caller: 'staff',
	method: 'POST',
	permission: 'repartir',
	freshProof: false,
	answer: roundAnswer,
} as const
/** Each press has an idempotency key of the phone. */
const presses = { ...delivers, params, headers: z.looseObject({ 'idempotency-key': z.uuid() }) } as const

/** Orders awaiting delivery or pickup, and open rounds. */
export const readDeliveries = endpoint({ ...reads, path: '/api/admin_reparto/', answer: deliveriesAnswer })

export const listDeliveries = endpoint({
	...reads,
	path: '/api/admin_entregas/',
	query: listDeliveriesQuery,
	answer: listDeliveriesAnswer,
})

/** The file contains customers' names and addresses. */
export const exportDeliveries = endpoint({
	...csvFile,
	tag,
	path: '/api/admin_exportar/entregas.csv',
	freshProof: true,
	query: deliveryFilter,
})

/** Deliveries of a period, by day, week (from Monday) or month. */
export const readDeliveryNumbers = endpoint({
	...reads,
	tag: 'panel: números',
	path: '/api/admin_numeros_reparto/',
	query: spanQuery,
	answer: deliveryNumbersAnswer,
})

export const exportDeliveryNumbers = endpoint({
	...csvFile,
	tag: 'panel: números',
	path: '/api/admin_exportar/reparto.csv',
	freshProof: false,
	query: spanQuery,
})

export const readSheets = endpoint({ ...reads, path: '/api/admin_hojas/', query: sheetsQuery, answer: sheetsAnswer })

export const readRound = endpoint({ ...reads, path: '/api/admin_rondas/:id/', params, answer: roundAnswer })

/** An SVG with the numbered stops of a round, the driven line and the hour at each door. */
export const drawRound = endpoint({
	...reads,
	path: '/api/admin_rondas/:id/mapa/',
	params,
	query: drawRoundQuery,
	produces: ['image/svg+xml'],
	answer: z.any().describe('La imagen'),
})

export const planRound = endpoint({
	...delivers,
	path: '/api/admin_rondas/',
	headers: z.looseObject({ 'idempotency-key': idempotencyKey }),
	body: planRoundRequest,
})

/** Sets the order of the open stops, or the departure. */
export const arrangeRound = endpoint({
	...delivers,
	method: 'PUT',
	path: '/api/admin_rondas/:id/',
	params,
	body: arrangeRoundRequest,
})

export const orderRound = endpoint({ ...delivers, path: '/api/admin_rondas/:id/ordenar/', params })

export const addStop = endpoint({
	...delivers,
	path: '/api/admin_rondas/:id/agregar/',
	params,
	body: z.object({ orden_id: z.uuid() }),
})

export const removeStop = endpoint({
	...delivers,
	path: '/api/admin_rondas/:id/quitar/',
	params,
	body: z.object({ parada_id: z.uuid() }),
})

export const startRound = endpoint({ ...delivers, path: '/api/admin_rondas/:id/salir/', params })

/** Ends a round with the count of its cash, or discards a planned one. */
export const closeRound = endpoint({
	...delivers,
	path: '/api/admin_rondas/:id/cerrar/',
	params,
	body: closeRoundRequest,
})

export const deliverStop = endpoint({ ...presses, path: '/api/admin_paradas/:id/entregar/', body: deliverStopRequest })

export const failStop = endpoint({ ...presses, path: '/api/admin_paradas/:id/no_entregar/', body: failStopRequest })

export const undoStop = endpoint({ ...presses, path: '/api/admin_paradas/:id/deshacer/', body: z.object(pressed) })

export const addStopPhoto = endpoint({ ...presses, path: '/api/admin_paradas/:id/foto/', form: true })

/** By a signed link, which staff get with a round or an order. */
export const showStopPhoto = endpoint({
	tag,
	caller: 'anyone',
	method: 'GET',
	path: '/api/fotos_entrega/:token',
	summary: 'La foto de una entrega, con su enlace firmado',
	params: z.object({ token: z.string().max(500) }),
	produces: ['image/webp'],
	answer: z.any().describe('La foto'),
})

/** `id` of the order. */
const pickups = { ...delivers, params, answer: pickupAnswer } as const
const { headers } = presses

/** `hora`: Santiago's time, as `2026-11-25T18:30`. */
export const agreePickup = endpoint({
	...pickups,
	path: '/api/admin_retiros/:id/acordar/',
	body: z.object({ hora: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/) }),
})

export const handOverPickup = endpoint({
	...pickups,
	path: '/api/admin_retiros/:id/entregar/',
	headers,
	body: handOverRequest,
	limits: ['codigo_retiro'],
})

export const undoPickup = endpoint({ ...pickups, path: '/api/admin_retiros/:id/deshacer/', headers })
