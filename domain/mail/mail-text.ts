import type { MailTemplate } from '#domain/mail/mail-templates.ts'

const mails: Readonly<Record<MailTemplate, string>> = {
	orden_recibida: 'Orden recibida',
	pago_confirmado: 'Pago confirmado',
	comprobante_recibido: 'Comprobante recibido',
	recordatorio_transferencia: 'Recordatorio de transferencia',
	devolucion_hecha: 'Devolución hecha',
	devolucion_por_aceptar: 'Devolución por aceptar',
	documento_emitido: 'Documento tributario',
	folios_bajos: 'Aviso al equipo: folios',
	orden_cancelada: 'Orden cancelada',
	orden_sigue: 'El pedido sigue',
	en_camino: 'En camino',
	entregado: 'Entregado',
	no_entregado: 'No te encontramos',
	retiro_acordado: 'Hora del retiro',
	comprobante_staff: 'Aviso al equipo: comprobante',
	caso_staff: 'Aviso al equipo: caso',
	stock_bajo: 'Aviso al equipo: stock bajo',
	orden_vencida: 'Orden vencida',
	orden_por_vencer: 'Aviso al equipo: orden por vencer',
	recuperar_clave: 'Contraseña nueva',
	confirma_correo: 'Confirmar el correo',
	alarma_correos: 'Aviso al equipo: correos atrasados',
	derechos_cambiados: 'Derechos cambiados',
	banco_cambiado: 'Aviso al equipo: datos del banco',
	dinero_cambiado: 'Aviso al equipo: precio o cupón',
	correo_prueba: 'Correo de prueba',
	clave_cambiada: 'Contraseña cambiada',
	dispositivo_nuevo: 'Dispositivo nuevo',
	segundo_factor_cambiado: 'Segundo paso cambiado',
	mapas_agotados: 'Aviso al equipo: mapas agotados',
	stock_reservado: 'Aviso al equipo: stock reservado',
}

/** What a mail of the shop is about. */
export const mailText = (plantilla: MailTemplate) => mails[plantilla]
