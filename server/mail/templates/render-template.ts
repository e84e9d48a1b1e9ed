import { z } from 'zod'
import type { MailTemplate } from '#domain/mail/mail-templates.ts'
import type { MailContent, MailShop, RenderedMail } from '#server/mail/mail-content.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { mailsLate } from './alarma-correos.ts'
import { bankChanged } from './banco-cambiado.ts'
import { staffCase } from './caso-staff.ts'
import { passwordChanged } from './clave-cambiada.ts'
import { proofRefused } from './comprobante-rechazado.ts'
import { proofReceived } from './comprobante-recibido.ts'
import { proofForStaff } from './comprobante-staff.ts'
import { proveAddressMail } from './confirma-correo.ts'
import { testMail } from './correo-prueba.ts'
import { rightsChanged } from './derechos-cambiados.ts'
import { refundDone } from './devolucion-hecha.ts'
import { refundToAccept } from './devolucion-por-aceptar.ts'
import { moneyChanged } from './dinero-cambiado.ts'
import { newDevice } from './dispositivo-nuevo.ts'
import { documentEmitted } from './documento-emitido.ts'
import { onTheWay } from './en-camino.ts'
import { delivered } from './entregado.ts'
import { foliosLow } from './folios-bajos.ts'
import { mapsUsedUp } from './mapas-agotados.ts'
import { notDelivered } from './no-entregado.ts'
import { orderCancelled } from './orden-cancelada.ts'
import { newOrder } from './orden-nueva.ts'
import { orderEnding } from './orden-por-vencer.ts'
import { orderReceived } from './orden-recibida.ts'
import { orderResumed } from './orden-sigue.ts'
import { orderEnded } from './orden-vencida.ts'
import { paymentConfirmed } from './pago-confirmado.ts'
import { transferReminder } from './recordatorio-transferencia.ts'
import { passwordReset } from './recuperar-clave.ts'
import { salesSummary } from './resumen-pedidos.ts'
import { pickupAgreed } from './retiro-acordado.ts'
import { secondFactorChanged } from './segundo-factor-cambiado.ts'
import { lowStock } from './stock-bajo.ts'
import { stockHeld } from './stock-reservado.ts'

const templates: Readonly<Record<MailTemplate, (datos: unknown, shop: MailShop) => MailContent>> = {
	orden_recibida: orderReceived,
	pago_confirmado: paymentConfirmed,
	comprobante_recibido: proofReceived,
	comprobante_staff: proofForStaff,
	comprobante_rechazado: proofRefused,
	recordatorio_transferencia: transferReminder,
	recuperar_clave: passwordReset,
	confirma_correo: proveAddressMail,
	stock_bajo: lowStock,
	caso_staff: staffCase,
	devolucion_hecha: refundDone,
	devolucion_por_aceptar: refundToAccept,
	documento_emitido: documentEmitted,
	folios_bajos: foliosLow,
	orden_cancelada: orderCancelled,
	orden_sigue: orderResumed,
	alarma_correos: mailsLate,
	derechos_cambiados: rightsChanged,
	banco_cambiado: bankChanged,
	dinero_cambiado: moneyChanged,
	correo_prueba: testMail,
	clave_cambiada: passwordChanged,
	dispositivo_nuevo: newDevice,
	segundo_factor_cambiado: secondFactorChanged,
	mapas_agotados: mapsUsedUp,
	orden_vencida: orderEnded,
	en_camino: onTheWay,
	entregado: delivered,
	no_entregado: notDelivered,
	retiro_acordado: pickupAgreed,
	orden_por_vencer: orderEnding,
	stock_reservado: stockHeld,
	orden_nueva: newOrder,
	resumen_pedidos: salesSummary,
}

/** Whether this version has the template; a newer one may have written its mail down. */
export const knowsTemplate = (plantilla: string): boolean => Object.hasOwn(templates, plantilla)

/** Writes one mail. Throws a ZodError when its data are not what it needs. */
export function renderTemplate(plantilla: MailTemplate, datos: unknown, shop: MailShop): RenderedMail {
	return renderMail(contentOf(plantilla, datos, shop), shop)
}

function contentOf(plantilla: MailTemplate, datos: unknown, shop: MailShop): MailContent {
	return templates[plantilla](datos, shop)
}

const orderOfMail = z.looseObject({ orden_id: z.uuid(), direccion: z.string(), direccion_mapa: z.string().default('') })

/** A mail to an address that nobody proved, so without anything that was typed freely. Throws as `renderTemplate` does. */
export function renderForUnproved(plantilla: MailTemplate, datos: unknown, shop: MailShop): RenderedMail {
	const order = orderOfMail.safeParse(datos)
	if (!order.success) return renderTemplate(plantilla, datos, shop)
	const content = contentOf(plantilla, { ...order.data, direccion: order.data.direccion_mapa }, shop)
	if (content.isForStaff) return renderTemplate(plantilla, datos, shop)
	const ask =
		'Si el pedido es tuyo, ábrelo con el botón: así sabremos que este correo te llega. Si no lo hiciste tú, no hagas nada: alguien escribió tu correo por error.'
	return renderMail({ ...content, paragraphs: [...content.paragraphs, ask] }, shop)
}
