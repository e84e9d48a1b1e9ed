import { isMember } from '#core/rules/is-member.ts'

/** Why an order is a case (`atencion` of an order). */
export const caseReasons = [
	'monto_distinto',
	'moneda_distinta',
	'orden_cancelada',
	'orden_olvidada',
	'orden_ya_pagada',
	'pagada_sin_stock',
	'pago_revertido',
	'comprobante_sin_stock',
	'comprobante_sin_reserva',
	'revision_vencida',
	'devolucion_rechazada',
	'devolucion_vencida',
	'devolucion_en_duda',
	'devolucion_hecha_despues',
	'devolucion_atrasada',
	'contracargo_abierto',
	'contracargo_ganado',
	'contracargo_perdido',
	'reclamo_abierto',
	'reclamo_ganado',
	'reclamo_perdido',
	'pago_en_mediacion',
	'mediacion_ganada',
	'mediacion_perdida',
	'alerta_fraude',
	'documento_rechazado',
	'documento_por_revisar',
	'nota_credito_manual',
	'correo_detenido',
	'cuenta_eliminada',
	'entrega_por_anular',
	'despacho_sin_medir',
	'falta_devolver',
] as const
export type CaseReason = (typeof caseReasons)[number]

/** Whether an untrusted value is the reason of a case. */
export function isCaseReason(value: unknown): value is CaseReason {
	return isMember(caseReasons, value)
}
