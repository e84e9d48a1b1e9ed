import type { CaseReason } from '#core/rules/audit-actions.ts'
import type { DisputeKind, DisputeState } from '#modules/orders/payment-details.ts'

interface KnownDispute {
	readonly estado: DisputeState
	/** The gateway's last change; null when it is not reported. */
	readonly cambiada_at: Date | null
}

const disputeCases = {
	contracargo: { abierta: 'contracargo_abierto', ganada: 'contracargo_ganado', perdida: 'contracargo_perdido' },
	reclamo: { abierta: 'reclamo_abierto', ganada: 'reclamo_ganado', perdida: 'reclamo_perdido' },
	mediacion: { abierta: 'pago_en_mediacion', ganada: 'mediacion_ganada', perdida: 'mediacion_perdida' },
	fraude: { abierta: 'alerta_fraude', ganada: 'alerta_fraude', perdida: 'alerta_fraude' },
} as const satisfies Readonly<Record<DisputeKind, Readonly<Record<DisputeState, CaseReason>>>>

/**
 * The changes by a gateway's report on a dispute; undefined without news. One first seen as won changes nothing. With
 * `isNew` it opened: staff decide again about the delivery.
 */
export function decideDispute(
	known: KnownDispute | undefined,
	reported: KnownDispute & { readonly tipo: DisputeKind },
) {
	if (known?.estado === reported.estado || (!known && reported.estado === 'ganada')) return undefined
	if (known?.cambiada_at && reported.cambiada_at && reported.cambiada_at < known.cambiada_at) return undefined
	return { atencion: disputeCases[reported.tipo][reported.estado], isNew: reported.estado === 'abierta' }
}
