import type { AuditLine } from '#contract/staff/audit.ts'
import { isMember } from '#domain/is-member.ts'
import { type MailTemplate, mailTemplates } from '#domain/mail/mail-templates.ts'
import { formatClp } from '#domain/money.ts'
import { isCaseReason } from '#domain/orders/case-reasons.ts'
import { estadoText } from '#domain/orders/estado.ts'
import { settingTexts } from '#domain/settings/setting-text.ts'
import { settingKeys } from '#domain/settings/settings.ts'
import { type AuditAction, auditActions } from '#domain/staff/audit-actions.ts'
import { attentionText, metodoText } from '#web/staff/orders/order-fields.ts'

type Event = Pick<AuditLine, 'tipo' | 'accion' | 'campo' | 'antes' | 'despues'>

const deeds: Readonly<Record<AuditAction, string>> = {
	creada: 'Orden creada',
	editada: 'Orden editada',
	comprobante_recibido: 'Comprobante recibido',
	pago_confirmado: 'Pago confirmado',
	pago_rechazado: 'Pago rechazado',
	pago_reintentado: 'El cliente volvió a pagar',
	transferencia_confirmada: 'Transferencia confirmada',
	entregada: 'Orden entregada',
	cancelada: 'Orden cancelada',
	vencida: 'Venció sin pago',
	ajuste_cambiado: 'Ajuste cambiado',
	devolucion_pedida: 'Devolución pedida',
	devolucion_hecha: 'Devolución hecha',
	devolucion_en_curso: 'Devolución en curso',
	devolucion_rechazada: 'Devolución rechazada',
	devolucion_vencida: 'Devolución vencida: nadie la aceptó',
	devolucion_por_transferencia: 'Devolución hecha por transferencia',
	devolucion_en_duda: 'Devolución en duda',
	devolucion_averiguada_hecha: 'Devolución en duda: se hizo',
	devolucion_averiguada_no_hecha: 'Devolución en duda: no se hizo',
	caso_resuelto: 'Caso resuelto',
	entrega_liberada: 'Entrega liberada',
	correo_reenviado: 'Correo enviado otra vez',
	trabajo_reintentado: 'Trabajo reintentado',
	nota: 'Nota',
	creado: 'Producto creado',
	editado: 'Editado',
	comando: 'Cambiado por quien opera la tienda',
	eliminado: 'Producto eliminado',
	segundo_factor: 'Segundo paso para entrar',
	cambiar_clave: 'Cambió su contraseña',
	eliminar_cuenta: 'Eliminó su cuenta',
	exportado: 'Archivo exportado',
}

const fields: Readonly<Record<string, string>> = {
	total: 'Total',
	metodo_pago: 'Método',
	estado: 'Estado',
	email: 'Correo',
	nombre: 'Nombre',
	sku: 'SKU',
	color: 'Color',
	precio: 'Precio',
	stock: 'Stock',
	low_stock_threshold: 'Umbral stock bajo',
	is_staff: 'Staff',
	is_active: 'Activo',
	is_superuser: 'Superuser',
	atencion: 'Caso',
	...Object.fromEntries(settingKeys.map((key) => [key, settingTexts[key].name])),
}

const mails: Readonly<Record<MailTemplate, string>> = {
	orden_recibida: 'Orden recibida',
	pago_confirmado: 'Pago confirmado',
	comprobante_recibido: 'Comprobante recibido',
	recordatorio_transferencia: 'Recordatorio de transferencia',
	devolucion_hecha: 'Devolución hecha',
	devolucion_por_aceptar: 'Devolución por aceptar',
	orden_cancelada: 'Orden cancelada',
	comprobante_staff: 'Aviso al equipo: comprobante',
	caso_staff: 'Aviso al equipo: caso',
	stock_bajo: 'Aviso al equipo: stock bajo',
	orden_vencida: 'Orden vencida',
	orden_por_vencer: 'Aviso al equipo: orden por vencer',
	recuperar_clave: 'Contraseña nueva',
	alarma_correos: 'Aviso al equipo: correos atrasados',
	derechos_cambiados: 'Derechos cambiados',
	clave_cambiada: 'Contraseña cambiada',
	dispositivo_nuevo: 'Dispositivo nuevo',
	segundo_factor_cambiado: 'Segundo paso cambiado',
	mapas_agotados: 'Aviso al equipo: mapas agotados',
	stock_reservado: 'Aviso al equipo: stock reservado',
}

/** What a mail of the shop is about. */
export const mailText = (plantilla: MailTemplate) => mails[plantilla]

function deedText(accion: string): string {
	if (isMember(auditActions, accion)) return deeds[accion]
	// The log keeps what earlier versions of the shop wrote.
	return isCaseReason(accion) ? attentionText(accion) : accion.replaceAll('_', ' ')
}

function valueText(field: string | null, value: string): string {
	if (field === 'estado') return estadoText(value)
	if (field === 'metodo_pago') return metodoText(value)
	if (field === 'total' || field === 'precio') return formatClp(Number(value))
	if (field === 'atencion') return isCaseReason(value) ? attentionText(value) : value
	if (value === 'true') return 'sí'
	return value === 'false' ? 'no' : value
}

/** What happened, in words: the deed, and beside it what changed from what to what. */
export function eventText(event: Event): { deed: string; change: string } {
	const { accion, campo, antes, despues } = event
	const [, reason] = /^ajuste: (.*)$/su.exec(accion) ?? []
	const deed = reason === undefined ? deedText(accion) : 'Ajuste de stock'
	if (accion.startsWith('devolucion_')) {
		const amount = despues === null ? '' : formatClp(Number(despues))
		return { deed, change: [amount, accion === 'devolucion_pedida' ? campo : null].filter(Boolean).join(' · ') }
	}
	if (accion === 'correo_reenviado')
		return {
			deed,
			change: [isMember(mailTemplates, campo) ? mailText(campo) : campo, despues].filter(Boolean).join(' → '),
		}
	const label = campo === null ? '' : (fields[campo] ?? campo)
	const values = [antes, despues].filter((value) => value !== null && value !== '')
	const moved = values.map((value) => valueText(campo, value ?? '')).join(' → ')
	const change = label === '' || moved === '' ? label || moved : `${label}: ${moved}`
	return { deed, change: reason === undefined ? change : `${change} · ${reason}` }
}
