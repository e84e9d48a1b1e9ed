import type { UpdateQueueOptions } from 'pg-boss'
import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'
import type { DisputeKind } from '#domain/payments/dispute.ts'
import type { JobQueue } from '#domain/staff/job-queues.ts'

/** Every queue of the shop: what its jobs carry, how often a failed one is tried again, and after how long it is given up. */
export const queues = {
	/** Sends one mail of `correos`. A mail server may take half a minute a step, and a mail given up then would leave twice. */
	enviar_correo: {
		retryLimit: 60,
		retryDelay: 5,
		retryBackoff: true,
		retryDelayMax: 3600,
		expireInSeconds: 600,
		heartbeatSeconds: 30,
	},
	/** Asks a gateway about one attempt and settles it. */
	liquidar_pago: { retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 60 },
	/** Gives one payment back that cannot be honoured. Tried for more than two days, as mails are. */
	devolver_pago: { retryLimit: 60, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 60 },
	/** Asks a gateway about a dispute, or about a payment that it warns of. */
	seguir_disputa: { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 60 },
	/** Tells a customer what came of a delivery, once it cannot be taken back any more. */
	avisar_entrega: { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 60 },
	/** Queues a notice for each phone of the staff that is to be told of it. */
	avisar_equipo: { retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 60 },
	/** Hands a notice for one phone to its push service. */
	enviar_aviso: { retryLimit: 8, retryDelay: 20, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 60 },
	/** Asks the gateways about every order that still waits. */
	conciliar_pagos: { retryLimit: 0, expireInSeconds: 55 },
	/** Gives back the units of orders that waited too long; reminds of transfers without a proof, and staff of what they have to settle; opens the shop again. */
	vencer_ordenes: { retryLimit: 0, expireInSeconds: 55 },
	/** Tells people of mails and refunds that should have ended long ago, of a large part of the stock held unpaid, and of deliveries that are late on the way. */
	vigilar_atrasos: { retryLimit: 0, expireInSeconds: 55 },
	/** Emits one tax document. What it cannot do, the next round does. */
	emitir_documento: { retryLimit: 0, expireInSeconds: 120 },
	/** Emits the tax documents that wait, and asks what became of the others. */
	seguir_documentos: { retryLimit: 0, expireInSeconds: 120 },
	/** Mails staff the new orders of the day, where the owner chose a summary. */
	resumir_pedidos: { retryLimit: 3, retryDelay: 300, expireInSeconds: 120 },
	renovar_feed: { retryLimit: 2, retryDelay: 30, expireInSeconds: 120 },
	/** Forgets what is no longer needed: dead sessions and reset links, counters, orders of deleted accounts, old positions. */
	limpiar: { retryLimit: 0, expireInSeconds: 300 },
} as const satisfies Record<JobQueue, UpdateQueueOptions>

/** How many mails leave at once: so many connections are kept to the mail server. */
export const mailConnections = 5

/** How many jobs a worker takes at a time. All run at once, as each one's time to expire begins when it is taken. */
export const batchOf: Partial<Record<JobQueue, number>> = {
	enviar_correo: mailConnections,
	liquidar_pago: 5,
	devolver_pago: 5,
	enviar_aviso: 5,
}

export interface JobData {
	enviar_correo: { correo_id: string }
	/** `vez` counts the look-ups of a payment that its gateway does not show yet. */
	liquidar_pago: {
		intento_id?: string
		gateway?: GatewayMethod
		pago_id?: string
		gateway_ref?: string
		vez?: number
		/** Nobody signed it: its gateway is asked once. */
		sin_firma?: boolean
	}
	/** A dispute by the gateway's name; of a warning of fraud, the payment's. */
	seguir_disputa: { gateway: GatewayMethod; tipo: DisputeKind; disputa_id: string }
	/** `gateway_ref`: the gateway told that it decided about this refund, which it calls so. */
	devolver_pago: { devolucion_id: string; gateway_ref?: string }
	emitir_documento: { documento_id: string }
	avisar_entrega: { parada_id: string } | { orden_id: string }
	/** The notice by its key. */
	avisar_equipo: { aviso: string }
	enviar_aviso: { aviso: string; suscripcion_id: string }
	seguir_documentos: Record<string, never>
	conciliar_pagos: Record<string, never>
	vencer_ordenes: Record<string, never>
	vigilar_atrasos: Record<string, never>
	resumir_pedidos: Record<string, never>
	renovar_feed: Record<string, never>
	limpiar: Record<string, never>
}

/** When the jobs that nobody asks for run (cron, in Santiago's time). */
export const schedules = {
	conciliar_pagos: '* * * * *',
	vencer_ordenes: '* * * * *',
	vigilar_atrasos: '*/5 * * * *',
	seguir_documentos: '* * * * *',
	resumir_pedidos: '30 8 * * *',
	renovar_feed: '7 * * * *',
	limpiar: '23 4 * * *',
} as const satisfies Partial<Record<JobQueue, string>>
