import { isMember } from '#domain/is-member.ts'
import type { MailTemplate } from '#domain/mail/mail-templates.ts'

/** The mails that go to an order's customer; staff may send one of these again. */
export const customerTemplates = [
	'orden_recibida',
	'pago_confirmado',
	'comprobante_recibido',
	'comprobante_rechazado',
	'recordatorio_transferencia',
	'devolucion_hecha',
	'devolucion_por_aceptar',
	'documento_emitido',
	'orden_cancelada',
	'orden_sigue',
	'en_camino',
	'entregado',
	'no_entregado',
	'retiro_acordado',
] as const satisfies readonly MailTemplate[]

/** Whether a mail that was written down went to a customer who is still known. */
export function isForCustomer(mail: { plantilla: MailTemplate; destinatario: string }): boolean {
	return isMember(customerTemplates, mail.plantilla) && mail.destinatario !== ''
}
