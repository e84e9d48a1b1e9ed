/** Every mail that the shop sends; each has its text in server/mail/templates. */
export const mailTemplates = [
	'orden_recibida',
	'pago_confirmado',
	'comprobante_recibido',
	'comprobante_staff',
	'recordatorio_transferencia',
	'recuperar_clave',
	'stock_bajo',
	'caso_staff',
	'devolucion_hecha',
	'devolucion_por_aceptar',
	'documento_emitido',
	'folios_bajos',
	'orden_cancelada',
	'alarma_correos',
	'derechos_cambiados',
	'banco_cambiado',
	'correo_prueba',
	'clave_cambiada',
	'dispositivo_nuevo',
	'segundo_factor_cambiado',
	'mapas_agotados',
	'orden_vencida',
	'orden_por_vencer',
	'stock_reservado',
] as const

export type MailTemplate = (typeof mailTemplates)[number]
