import type { AuditLine } from '#core/contract/audit.ts'
import { type AuditAction, auditActions, isCaseReason } from '#core/rules/audit-actions.ts'
import { mailTemplates, mailText } from '#core/rules/mails.ts'
import { formatClp } from '#core/rules/money.ts'
import { isMetodoPago, metodoPagoText } from '#core/rules/payment-methods.ts'
import { isMember } from '#core/rules/values.ts'
import { attentionText } from '#modules/orders/case-text.ts'
import { estadoText } from '#modules/orders/estado.ts'
import { handRefundWays, handRefundWayText } from '#modules/orders/order-money.ts'
import { metodoText } from '#modules/orders/staff/web/order-parts.tsx'
import { settingKeys, settingLabel } from '#modules/settings/settings.ts'

type Event = Pick<AuditLine, 'tipo' | 'accion' | 'campo' | 'detalle' | 'antes' | 'despues'>

const actions: Readonly<Record<AuditAction, string>> = {
	creada: 'Orden creada',
	editada: 'Orden editada',
	comprobante_recibido: 'Comprobante recibido',
	pago_confirmado: 'Pago confirmado',
	pago_rechazado: 'Pago rechazado',
	pago_reintentado: 'El cliente volvió a pagar',
	pasarela_fallo: 'La pasarela no hizo lo pedido',
	transferencia_confirmada: 'Transferencia confirmada',
	comprobante_rechazado: 'Se pidió otro comprobante',
	entregada: 'Orden entregada',
	no_entregada: 'No se pudo entregar',
	entrega_deshecha: 'Entrega deshecha',
	cambio_deshecho: 'Cambio deshecho',
	retiro_acordado: 'Hora de retiro acordada',
	retiro_sin_codigo: 'Retiro entregado sin código',
	ronda_planeada: 'Ronda planeada',
	ronda_cambiada: 'Ronda cambiada',
	ronda_salio: 'La ronda salió',
	ronda_cerrada: 'Ronda cerrada',
	dia_cerrado: 'Día cerrado',
	cierre_corregido: 'Cierre del día corregido',
	cancelada: 'Orden cancelada',
	vencida: 'Venció sin pago',
	ajuste_cambiado: 'Ajuste cambiado',
	encargado_cambiado: 'Quién recibe datos: cambiado',
	encargado_quitado: 'Quién recibe datos: quitado',
	primer_dia: 'Primer día: paso listo',
	pago_prueba: 'Primer día: pago de prueba',
	copia_abierta: 'Copia restaurada abierta como tienda',
	cupon_creado: 'Cupón creado',
	cupon_editado: 'Cupón cambiado',
	devolucion_pedida: 'Devolución pedida',
	devolucion_hecha: 'Devolución hecha',
	devolucion_en_curso: 'Devolución en curso',
	devolucion_rechazada: 'Devolución rechazada',
	devolucion_vencida: 'Devolución vencida: nadie la aceptó',
	devolucion_por_transferencia: 'Devolución hecha por transferencia',
	devolucion_a_mano: 'Dinero devuelto',
	devolucion_en_duda: 'Devolución en duda',
	devolucion_averiguada_hecha: 'Devolución en duda: se hizo',
	devolucion_averiguada_no_hecha: 'Devolución en duda: no se hizo',
	documento_emitido_de_nuevo: 'Documento enviado de nuevo',
	documento_a_mano: 'Documento anotado a mano',
	retorno_pedido: 'Retorno pedido',
	retorno_recibido: 'Retorno recibido',
	retorno_cerrado: 'Retorno cerrado',
	retorno_anulado: 'Retorno anulado',
	caso_resuelto: 'Caso resuelto',
	entrega_liberada: 'Entrega liberada',
	correo_reenviado: 'Correo enviado otra vez',
	trabajo_reintentado: 'Trabajo reintentado',
	nota: 'Nota',
	creado: 'Producto creado',
	color_creado: 'Color agregado',
	foto_cambiada: 'Foto del color cambiada',
	foto_quitada: 'Foto del color quitada',
	editado: 'Editado',
	comando: 'Cambiado por quien opera la tienda',
	eliminado: 'Producto eliminado',
	segundo_factor: 'Segundo paso para entrar',
	avisos_activados: 'Avisos activados en un dispositivo',
	avisos_quitados: 'Avisos quitados de un dispositivo',
	cambiar_clave: 'Cambió su contraseña',
	eliminar_cuenta: 'Eliminó su cuenta',
	datos_borrados: 'Datos del cliente borrados, a su pedido',
	cuenta_bloqueada: 'Cuenta bloqueada',
	cuenta_desbloqueada: 'Bloqueo de la cuenta levantado',
	solicitud_recibida: 'Solicitud de datos recibida',
	solicitud_respondida: 'Solicitud de datos respondida',
	exportado: 'Archivo exportado',
	ajuste: 'Ajuste de stock',
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
	...metodoPagoText,
	...Object.fromEntries(settingKeys.map((key) => [key, settingLabel(key)])),
}

function actionText(accion: string): string {
	if (isMember(auditActions, accion)) return actions[accion]
	// The log keeps what earlier versions of the shop wrote.
	return isCaseReason(accion) ? attentionText(accion) : accion.replaceAll('_', ' ')
}

function valueText(field: string | null, value: string): string {
	if (field === 'estado') return estadoText(value)
	if (field === 'metodo_pago') return metodoText(value)
	if (field === 'total' || field === 'precio' || isMetodoPago(field ?? '')) return formatClp(Number(value))
	if (field === 'atencion') return isCaseReason(value) ? attentionText(value) : value
	if (value === 'true') return 'sí'
	return value === 'false' ? 'no' : value
}

/** What an event says besides what changed: refunds and files by their own words, the rest as it is. */
function detailText({ accion, detalle }: Event): string {
	if (accion === 'correo_reenviado') return isMember(mailTemplates, detalle) ? mailText(detalle) : (detalle ?? '')
	if (accion === 'devolucion_a_mano') return isMember(handRefundWays, detalle) ? handRefundWayText[detalle] : ''
	// The id of a refund is no information for staff.
	if (accion.startsWith('devolucion_') && accion !== 'devolucion_pedida') return ''
	return detalle ?? ''
}

/** What happened, in words: the action, and beside it what changed from what to what. */
export function auditEventText(event: Event): { action: string; change: string } {
	const { accion, campo, antes, despues } = event
	const action = actionText(accion)
	const detail = detailText(event)
	if (accion.startsWith('devolucion_')) {
		const amount = despues === null ? '' : formatClp(Number(despues))
		return { action, change: [amount, detail].filter(Boolean).join(' · ') }
	}
	if (accion === 'correo_reenviado') return { action, change: [detail, despues].filter(Boolean).join(' → ') }
	const label = campo === null ? detail : (fields[campo] ?? campo)
	const values = [antes, despues].filter((value) => value !== null && value !== '')
	const moved = values.map((value) => valueText(campo, value ?? '')).join(' → ')
	const change = label === '' || moved === '' ? label || moved : `${label}: ${moved}`
	return { action, change: campo === null ? change : [change, detail].filter(Boolean).join(' · ') }
}
