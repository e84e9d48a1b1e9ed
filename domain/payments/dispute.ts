import type { CaseReason } from '#domain/orders/case-reasons.ts'
/** What a payer, a bank or the gateway holds against a payment after it was made. */
export const disputeKinds = ['contracargo', 'reclamo', 'mediacion', 'fraude'] as const
export type DisputeKind = (typeof disputeKinds)[number]

/** `ganada`: the shop keeps the money; `perdida`: it went back. */
export const disputeStates = ['abierta', 'ganada', 'perdida'] as const
export type DisputeState = (typeof disputeStates)[number]

export interface KnownDispute {
	readonly estado: DisputeState
	/** When the gateway changed it last; null where it does not tell. */
	readonly cambiada_at: Date | null
}

/** A dispute as the gateway tells it. */
export interface DisputeReport extends KnownDispute {
	readonly tipo: DisputeKind
}

/** Why a dispute puts its order before staff. */
const disputeCases = {
	contracargo: { abierta: 'contracargo_abierto', ganada: 'contracargo_ganado', perdida: 'contracargo_perdido' },
	reclamo: { abierta: 'reclamo_abierto', ganada: 'reclamo_ganado', perdida: 'reclamo_perdido' },
	mediacion: { abierta: 'pago_en_mediacion', ganada: 'mediacion_ganada', perdida: 'mediacion_perdida' },
	fraude: { abierta: 'alerta_fraude', ganada: 'alerta_fraude', perdida: 'alerta_fraude' },
} as const satisfies Readonly<Record<DisputeKind, Readonly<Record<DisputeState, CaseReason>>>>

export type DisputeCase = (typeof disputeCases)[DisputeKind][DisputeState]

/** What follows from a gateway's word about a dispute. */
export interface DisputeDecision {
	readonly atencion: DisputeCase
	/** It opened: staff decide anew about the delivery. */
	readonly isNew: boolean
}

/**
 * What a gateway's report on a dispute changes; undefined when it is no news. One that was first seen as won changes nothing.
 */
export function decideDispute(known: KnownDispute | undefined, reported: DisputeReport): DisputeDecision | undefined {
	if (known?.estado === reported.estado || (!known && reported.estado === 'ganada')) return undefined
	if (known?.cambiada_at && reported.cambiada_at && reported.cambiada_at < known.cambiada_at) return undefined
	return { atencion: disputeCases[reported.tipo][reported.estado], isNew: reported.estado === 'abierta' }
}
