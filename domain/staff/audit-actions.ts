import { caseReasons } from '#domain/orders/case-reasons.ts'

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
	'entregada',
	'no_entregada',
	'entrega_deshecha',
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

/** What a line of the audit log may carry: an action, or the case that an order became. */
export const auditEvents = [...auditActions, ...caseReasons] as const
export type AuditEvent = (typeof auditEvents)[number]
