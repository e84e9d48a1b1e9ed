import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Files } from '#core/server/files/files.ts'
import { handle } from '#core/server/http/handle.ts'
import { createMemoryCounters } from '#core/server/http/limits.ts'
import { sendStored } from '#core/server/http/send-stored.ts'
import type { PictureDecoder } from '#core/server/pictures/picture-decoder.ts'
import type { Signer } from '#core/server/platform/secrets.ts'
import { showProof } from '#modules/orders/endpoints.ts'
import { readProof } from '#modules/orders/server/order-links.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import * as endpoints from '#modules/payments/endpoints.ts'
import { maxProofBytes } from '#modules/payments/proof-limits.ts'
import { receiveNotification } from '#modules/payments/server/notifications.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import {
	createProofReceiver,
	findProofOrder,
	maxFormBytes,
	uploadProof,
} from '#modules/payments/server/upload-proof.ts'

export interface PaymentRoutesDeps extends PaymentContext {
	readonly files: Files
	readonly pictures: PictureDecoder
	readonly signer: Signer
	readonly publicUrl: string
}

/** Routes of the gateways' notifications, and of proofs of transfer. */
export function paymentRoutes(deps: PaymentRoutesDeps): FastifyPluginAsync {
	return async (app) => {
		await app.register(notifications(deps))
		await app.register(proofUploads(deps))
		handle(app, showProof, async (request, reply) => {
			const { id, file, fileName } = await readProof(deps, request.params.token)
			reply
				.type('image/webp')
				.header('cache-control', 'private, no-store')
				.header('content-disposition', `inline; filename="${fileName}"`)
			return await sendStored(request, reply, { file, etag: `"${id}"` })
		})
	}
}

/** Lookups per process and minute for notifications with an invalid signature, or with an unknown reference. */
const unprovedPerMinute = 30

function notifications(deps: PaymentRoutesDeps): FastifyPluginAsync {
	const unproved = createMemoryCounters()
	const mayReadUnproved = async () => {
		const taken = await unproved.take(['todos'], 60, deps.clock.now())
		return (taken.get('todos')?.count ?? 0) <= unprovedPerMinute
	}
	return async (app) => {
		await app.register(formbody)
		handle(app, endpoints.notifyPayment, async (request) => {
			const { headers, body, params } = request
			const notification = { headers, query: textsOf(request.query), body }
			return await receiveNotification(deps, params.gateway, notification, mayReadUnproved)
		})
	}
}

function textsOf(query: unknown): Record<string, string | undefined> {
	const entries = Object.entries(typeof query === 'object' && query !== null ? query : {})
	return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function proofUploads(deps: PaymentRoutesDeps): FastifyPluginAsync {
	const receive = createProofReceiver()
	const orders = new WeakMap<FastifyRequest, OrderRow>()
	return async (app) => {
		const { limits } = app.access
		const limitOrder = limits.limit('comprobante_orden', { account: (request) => orders.get(request)?.id })
		const limitAccount = limits.limit('comprobante_cuenta', {
			account: (request) => orders.get(request)?.user?.toString(),
		})
		await app.register(multipart, {
			limits: { fileSize: maxProofBytes, files: 1, fields: 5, fieldSize: 200, parts: 6 },
		})
		const upload = async (request: FastifyRequest) => {
			const checkOrder = async (orderId: string) => {
				orders.set(request, await findProofOrder(deps, orderId))
				await limitOrder(request)
				await limitAccount(request)
			}
			return await receive(request, checkOrder, (proof) => uploadProof(deps, proof))
		}
		handle(app, endpoints.uploadProof, upload, { bodyLimit: maxFormBytes })
	}
}
