import type { UpdateQueueOptions } from 'pg-boss'
import type { JobQueue } from '#core/rules/job-queues.ts'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'

/** Every queue of the shop: the data of its jobs, its retries, and its expiry. */
export const queues = {
	/**
	 * Sends one mail of `correos`. A mail server may take half a minute a step, and a job expired before that would send
	 * its mail twice.
	 */
	enviar_correo: {
		retryLimit: 60,
		retryDelay: 5,
		retryBackoff: true,
		retryDelayMax: 3600,
		expireInSeconds: 600,
		heartbeatSeconds: 30,
	},
	/** Reads one attempt from its gateway and settles it. */
	liquidar_pago: { retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 60 },
	/** Refunds one payment. Retried for more than two days, as mails are. */
	devolver_pago: { retryLimit: 60, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 60 },
	/**
	 * Reads a dispute from its gateway, or a payment with a fraud warning. Retried for more than two days, as nothing else
	 * may tell of it: until then a refused key is mended.
	 */
	seguir_disputa: { retryLimit: 60, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 60 },
	/** Mails a customer the outcome of a delivery, once it can no longer be undone. */
	avisar_entrega: { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 60 },
	/** Enqueues a notice for each phone of the staff that receives it. */
	avisar_equipo: { retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 60 },
	/** Sends a notice for one phone to its push service. */
	enviar_aviso: { retryLimit: 8, retryDelay: 20, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 60 },
	/** Polls the gateways about every waiting order. */
	conciliar_pagos: { retryLimit: 0, expireInSeconds: 55 },
	/** Expires overdue orders; reminds of transfers without a proof, and staff of pending decisions; reopens the shop. */
	vencer_ordenes: { retryLimit: 0, expireInSeconds: 55 },
	/** Reports overdue mails and refunds, a large share of stock held unpaid, and late deliveries. */
	vigilar_atrasos: { retryLimit: 0, expireInSeconds: 55 },
	/** Checks what the owner should know of, mails its beginning and its end, and calls `HEARTBEAT_URL`. */
	vigilar_alarmas: { retryLimit: 0, expireInSeconds: 120 },
	/** Emits one tax document. The next batch retries a failure. */
	emitir_documento: { retryLimit: 0, expireInSeconds: 120 },
	/** Emits waiting tax documents, and polls the others. */
	seguir_documentos: { retryLimit: 0, expireInSeconds: 120 },
	/** Mails staff the new orders of the day, where the owner chose a summary. */
	resumir_pedidos: { retryLimit: 3, retryDelay: 300, expireInSeconds: 120 },
	renovar_feed: { retryLimit: 2, retryDelay: 30, expireInSeconds: 120 },
	/** Deletes expired data: sessions and reset links, counters, orders of deleted accounts, old positions. */
	limpiar: { retryLimit: 0, expireInSeconds: 300 },
	/** Writes a backup and sends it outside this machine. */
	respaldar: { retryLimit: 3, retryDelay: 900, expireInSeconds: 10_800, heartbeatSeconds: 60 },
	/** Stores the list of deleted accounts outside the database. */
	anotar_borrados: { retryLimit: 0, expireInSeconds: 120 },
} as const satisfies Record<JobQueue, UpdateQueueOptions>

/** Mails sent in parallel, each on its own connection to the mail server. */
export const mailConnections = 5

/** Jobs per fetch of a worker. All run at once, as each one's expiry counts from its fetch. */
export const batchOf: Partial<Record<JobQueue, number>> = {
	enviar_correo: mailConnections,
	liquidar_pago: 5,
	devolver_pago: 5,
	enviar_aviso: 5,
}

export interface JobData {
	enviar_correo: { correo_id: string }
	/** `vez` counts the look-ups of a payment that its gateway does not list yet. */
	liquidar_pago: {
		intento_id?: string
		gateway?: GatewayMethod
		pago_id?: string
		gateway_ref?: string
		vez?: number
		/** Unsigned: its gateway is read once. */
		sin_firma?: boolean
	}
	/** A dispute by the gateway's id; of a fraud warning, the payment's. */
	seguir_disputa: {
		gateway: GatewayMethod
		tipo: 'contracargo' | 'reclamo' | 'mediacion' | 'fraude'
		disputa_id: string
	}
	/** `gateway_ref`: the gateway's id of the refund that it decided about. */
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
	vigilar_alarmas: Record<string, never>
	resumir_pedidos: Record<string, never>
	renovar_feed: Record<string, never>
	limpiar: Record<string, never>
	respaldar: Record<string, never>
	anotar_borrados: Record<string, never>
}

/** Schedules of jobs (cron, in Santiago's time). */
export const schedules = {
	conciliar_pagos: '* * * * *',
	vencer_ordenes: '* * * * *',
	vigilar_atrasos: '*/5 * * * *',
	vigilar_alarmas: '*/5 * * * *',
	seguir_documentos: '* * * * *',
	resumir_pedidos: '30 8 * * *',
	renovar_feed: '7 * * * *',
	limpiar: '23 4 * * *',
	respaldar: '41 3 * * *',
	anotar_borrados: '*/5 * * * *',
} as const satisfies Partial<Record<JobQueue, string>>
