import { isMember } from '#core/rules/values.ts'

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
	'transferencia_en_puerta',
	'falta_devolver',
] as const
export type CaseReason = (typeof caseReasons)[number]

/** Whether an untrusted value is the reason of a case. */
export function isCaseReason(value: unknown): value is CaseReason {
	return isMember(caseReasons, value)
}

export const auditKinds = ['orden', 'usuario', 'producto', 'ajuste', 'ronda'] as const
export type AuditKind = (typeof auditKinds)[number]

export const auditActions = [
	'creada',
	'editada',
	'comprobante_recibido',
	'pago_confirmado',
	'pago_rechazado',
	'pago_reintentado',
	'transferencia_confirmada',
	'comprobante_rechazado',
	'entregada',
	'no_entregada',
	'entrega_deshecha',
	'cambio_deshecho',
	'retiro_acordado',
	'retiro_sin_codigo',
	'ronda_planeada',
	'ronda_cambiada',
	'ronda_salio',
	'ronda_cerrada',
	'cancelada',
	'vencida',
	'ajuste_cambiado',
	'primer_dia',
	'cupon_creado',
	'cupon_editado',
	'devolucion_pedida',
	'devolucion_hecha',
	'devolucion_en_curso',
	'devolucion_rechazada',
	'devolucion_vencida',
	'devolucion_por_transferencia',
	'devolucion_a_mano',
	'devolucion_en_duda',
	'devolucion_averiguada_hecha',
	'devolucion_averiguada_no_hecha',
	'documento_emitido_de_nuevo',
	'documento_a_mano',
	'caso_resuelto',
	'entrega_liberada',
	'correo_reenviado',
	'trabajo_reintentado',
	'nota',
	'creado',
	'color_creado',
	'foto_cambiada',
	'foto_quitada',
	'editado',
	'comando',
	'eliminado',
	'segundo_factor',
	'avisos_activados',
	'avisos_quitados',
	'cambiar_clave',
	'eliminar_cuenta',
	'exportado',
	'ajuste',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The event of an audit row: an action, or the reason of a new case. */
export const auditEvents = [...auditActions, ...caseReasons] as const
export type AuditEvent = (typeof auditEvents)[number]

/** The kinds of security-relevant events of requests, in the order of the panel's filter. */
export const securityEventKinds = [
	'inicio_sesion',
	'inicio_google',
	'cuenta_creada',
	'identidad_probada',
	'clave_pedida',
	'clave_recuperada',
	'clave_cambiada',
	'segundo_factor_agregado',
	'segundo_factor_quitado',
	'codigo_recuperacion_usado',
	'dispositivo_nuevo',
	'derechos_cambiados',
	'derechos_por_confirmar',
	'exportacion',
	'datos_descargados',
	'cuenta_eliminada',
	'sesion_copiada',
	'inicio_fallido',
	'identidad_fallida',
	'segundo_factor_fallido',
	'acceso_rechazado',
	'limite_alcanzado',
	'firma_invalida',
] as const
export type SecurityEvent = (typeof securityEventKinds)[number]
