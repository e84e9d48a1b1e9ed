import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import { handle, type RequestOf } from '#core/server/http/handle.ts'
import type { LimitOptions } from '#core/server/http/limits.ts'
import { prepare, sendPrepared, sendStored } from '#core/server/http/send-stored.ts'
import { csvOfTable, sendExport } from '#core/server/lists/csv.ts'
import { defineModule } from '#core/server/module.ts'
import { createPhotoReceiver } from '#core/server/uploads/receive-photo.ts'
import { maxDeliveryPhotoBytes } from '#modules/rounds/delivery-state.ts'
import * as endpoints from '#modules/rounds/endpoints.ts'
import { mailDeliveryOutcome } from '#modules/rounds/server/delivery-mails.ts'
import { deliveryNumbersTable, readDeliveryNumbers } from '#modules/rounds/server/delivery-numbers.ts'
import { readPhoto, type StopPhotoDeps, storeStopPhoto } from '#modules/rounds/server/delivery-photos.ts'
import {
	closeRound,
	deliverStop,
	failStop,
	type Press,
	startRound,
	undoStop,
} from '#modules/rounds/server/drive-round.ts'
import { exportDeliveries, listDeliveries } from '#modules/rounds/server/list-deliveries.ts'
import {
	agreePickup,
	handOverPickup,
	mailPickupDone,
	type PickupPress,
	undoPickup,
} from '#modules/rounds/server/pickups.ts'
import { addStop, arrangeRound, orderRound, planRound, removeStop } from '#modules/rounds/server/plan-round.ts'
import { readDeliveries, readSheets } from '#modules/rounds/server/read-deliveries.ts'
import { readRound } from '#modules/rounds/server/read-round.ts'
import { drawRound, type MeasureDeps } from '#modules/rounds/server/round-maps.ts'

type Deps = StopPhotoDeps & MeasureDeps

export const rounds = defineModule<Deps>({
	name: 'rounds',
	open: (deps) => ({
		routes: roundRoutes(deps),
		jobs: {
			avisar_entrega: (job) =>
				'orden_id' in job ? mailPickupDone(deps, job.orden_id) : mailDeliveryOutcome(deps, job.parada_id),
		},
	}),
})

/** Guesses of the code are counted per order, over all accounts. */
const byOrder: LimitOptions = { account: ({ params }) => endpoints.undoPickup.params.safeParse(params).data?.id }

function roundRoutes(deps: Deps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.readDeliveries, () => readDeliveries(deps))
		handle(app, endpoints.listDeliveries, ({ query }) => listDeliveries(deps, query))
		handle(app, endpoints.exportDeliveries, async (request, reply) => {
			const { query } = request
			const file = { archivo: 'entregas.csv', filter: query }
			return await sendExport(deps.db, request, reply, file, exportDeliveries(deps, query))
		})
		handle(app, endpoints.readSheets, async ({ query }) => ({ hojas: await readSheets(deps, query.ordenes) }))
		handle(app, endpoints.readDeliveryNumbers, ({ query }) => readDeliveryNumbers(deps, query))
		handle(app, endpoints.exportDeliveryNumbers, async (request, reply) => {
			const { query } = request
			const table = await deliveryNumbersTable(deps, query)
			return await sendExport(deps.db, request, reply, { archivo: 'reparto.csv', filter: query }, csvOfTable(table))
		})

		handle(app, endpoints.planRound, ({ usuario, body, headers }) =>
			planRound(deps, usuario.id, { ...body, key: headers['idempotency-key'] }),
		)
		handle(app, endpoints.readRound, ({ params }) => readRound(deps, deps.db, params.id))
		handle(app, endpoints.drawRound, async (request, reply) => {
			const { body, contentType } = await drawRound(deps, request.params.id, request.query)
			reply
				.header('content-security-policy', "default-src 'none'; img-src data:; style-src 'unsafe-inline'")
				.header('x-content-type-options', 'nosniff')
			return sendPrepared(request, reply, await prepare({ type: contentType, body }), 'no-store')
		})
		handle(app, endpoints.arrangeRound, ({ usuario, params, body }) =>
			arrangeRound(deps, usuario.id, { ...params, ...body }),
		)
		handle(app, endpoints.orderRound, ({ usuario, params }) => orderRound(deps, usuario.id, params.id))
		handle(app, endpoints.addStop, ({ usuario, params, body }) => addStop(deps, usuario.id, { ...params, ...body }))
		handle(app, endpoints.removeStop, ({ usuario, params, body }) =>
			removeStop(deps, usuario.id, { ...params, ...body }),
		)
		handle(app, endpoints.startRound, ({ usuario, params }) => startRound(deps, usuario.id, params.id))
		handle(app, endpoints.closeRound, ({ usuario, params, body }) =>
			closeRound(deps, usuario.id, { ...params, ...body }),
		)

		handle(app, endpoints.deliverStop, (request) => deliverStop(deps, pressIn(request), request.body))
		handle(app, endpoints.failStop, (request) => failStop(deps, pressIn(request), request.body))
		handle(app, endpoints.undoStop, (request) => undoStop(deps, pressIn(request)))
		await app.register(photoRoutes(deps))

		handle(app, endpoints.agreePickup, ({ usuario, params, body }) =>
			agreePickup(deps, usuario.id, params.id, body.hora),
		)
		handle(app, endpoints.handOverPickup, (request) => handOverPickup(deps, pickupIn(request), request.body), {
			limits: { codigo_retiro: byOrder },
		})
		handle(app, endpoints.undoPickup, (request) => undoPickup(deps, pickupIn(request)))
	}
}

const pressIn = ({ usuario, params, headers, body }: RequestOf<typeof endpoints.undoStop>): Press => ({
	stopId: params.id,
	key: headers['idempotency-key'],
	actorId: usuario.id,
	hecha_at: body.hecha_at,
})

const pickupIn = ({ usuario, params, headers }: RequestOf<typeof endpoints.undoPickup>): PickupPress => ({
	orderId: params.id,
	key: headers['idempotency-key'],
	actorId: usuario.id,
})

function photoRoutes(deps: Deps): FastifyPluginAsync {
	const receive = createPhotoReceiver()
	return async (app) => {
		await app.register(multipart, { limits: { fileSize: maxDeliveryPhotoBytes, files: 1, fields: 2, parts: 3 } })
		handle(
			app,
			endpoints.addStopPhoto,
			async (request) => {
				const { usuario, params, headers } = request
				const key = headers['idempotency-key']
				return await receive(request, async (bytes) => {
					const stop = await storeStopPhoto(deps, usuario.id, { stopId: params.id, key, bytes })
					return await readRound(deps, deps.db, stop.ronda_id)
				})
			},
			{ bodyLimit: maxDeliveryPhotoBytes + 64 * 1024 },
		)
		handle(app, endpoints.showStopPhoto, async (request, reply) => {
			const { id, file } = await readPhoto(deps, request.params.token)
			reply.type('image/webp').header('cache-control', 'private, no-store')
			return await sendStored(request, reply, { file, etag: `"${id}"` })
		})
	}
}
