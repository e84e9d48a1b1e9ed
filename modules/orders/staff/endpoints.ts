import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { plainLines, plainText } from '#core/contract/fields.ts'
import { csvFile, editRequest, idempotencyKey, ifMatchHeader, pageQuery } from '#core/contract/lists.ts'
import { minReason } from '#core/rules/limits.ts'
import { maxRefusal } from '#modules/orders/refused-proof.ts'
import {
	cancelRequest,
	exportFiles,
	handRefundRequest,
	listCasesAnswer,
	listOrdersAnswer,
	listOrdersQuery,
	orderDetail,
	orderFilter,
	orderGroups,
	refundAnswer,
	refundRequest,
	staffOrder,
} from '#modules/orders/staff/shapes.ts'

const about = { tag: 'panel: órdenes', caller: 'staff' } as const
const params = z.object({ id: z.string().max(100) })
const read = { ...about, method: 'GET', permission: 'ver_panel', freshProof: false } as const
/** Every action returns the order with its history afterwards. */
const act = {
	...about,
	method: 'POST',
	permission: 'editar_ordenes',
	freshProof: false,
	params,
	answer: orderDetail,
} as const
const refund = { ...act, permission: 'devolver_dinero' } as const
const key = z.looseObject({ 'idempotency-key': idempotencyKey })
const optionalKey = key.partial()

export const listOrders = endpoint({
	...read,
	path: '/api/admin_listar_ordenes/',
	query: listOrdersQuery,
	answer: listOrdersAnswer,
})

/** The orders with a case, the newest first. */
export const listCases = endpoint({
	...read,
	path: '/api/admin_casos/',
	query: pageQuery,
	answer: listCasesAnswer,
})

export const readOrder = endpoint({
	...read,
	path: '/api/admin_ordenes/:id/',
	params,
	answer: orderDetail,
})

export const editOrder = endpoint({
	...act,
	method: 'PUT',
	path: '/api/admin_ordenes/:id/',
	headers: ifMatchHeader,
	body: editRequest,
	answer: staffOrder,
})

/** Takes the field that `editOrder` would change; returns its consequences in Spanish. */
export const previewOrderEdit = endpoint({
	...act,
	path: '/api/admin_ordenes/:id/efectos/',
	body: editRequest,
	answer: z.object({ efectos: z.array(z.string()) }),
})

export const deliverOrder = endpoint({ ...act, path: '/api/admin_ordenes/:id/entregar/' })

export const undoChange = endpoint({ ...act, path: '/api/admin_ordenes/:id/deshacer/' })

/** Delivers an order although its money was refunded or is disputed. */
export const releaseDelivery = endpoint({
	...act,
	path: '/api/admin_ordenes/:id/entregar_igual/',
	body: z.object({ motivo: plainText(300).min(minReason) }),
})

/**
 * With `devolver` or `devolver_a_mano`, and an Idempotency-Key, it is refunded too: `monto` CLP are all that gateways
 * have, or the amount that staff refunded by hand.
 */
export const cancelOrder = endpoint({
	...act,
	path: '/api/admin_ordenes/:id/cancelar/',
	headers: optionalKey,
	body: cancelRequest.nullish(),
})

export const cancelTogether = endpoint({
	...act,
	path: '/api/admin_ordenes/:id/cancelar_juntas/',
	body: z.object({ grupo: z.enum(orderGroups), motivo: plainText(300).default('') }),
	answer: orderDetail.extend({ canceladas: z.int() }),
})

export const resolveCase = endpoint({ ...act, path: '/api/admin_casos/:id/resolver/' })

export const confirmTransfer = endpoint({ ...act, path: '/api/admin_ordenes/:id/confirmar_transferencia/' })

/** `motivo` is for the customer. */
export const refuseProof = endpoint({
	...act,
	path: '/api/admin_ordenes/:id/rechazar_comprobante/',
	body: z.object({ motivo: plainText(maxRefusal).min(minReason) }),
})

/** `correo_id` is one of the order's `correos`. */
export const resendMail = endpoint({
	...act,
	path: '/api/admin_ordenes/:id/reenviar_correo/',
	headers: optionalKey,
	body: z.object({ correo_id: z.uuid() }),
})

export const addNote = endpoint({
	...act,
	path: '/api/admin_ordenes/:id/notas/',
	headers: optionalKey,
	body: z.object({ texto: plainLines(2000).min(1) }),
})

/** Without `pago_id`: the payment that pays the order. */
export const refundOrder = endpoint({
	...refund,
	path: '/api/admin_ordenes/:id/devolver/',
	headers: key,
	body: refundRequest,
	answer: refundAnswer,
})

export const recordHandRefund = endpoint({
	...refund,
	path: '/api/admin_ordenes/:id/devolver_a_mano/',
	headers: key,
	body: handRefundRequest,
	answer: refundAnswer,
})

/** The result of a refund in doubt, one of the order's `devoluciones`, as staff saw it at its gateway. */
export const settleDoubt = endpoint({
	...refund,
	path: '/api/admin_ordenes/:id/aclarar_devolucion/',
	body: z.object({ devolucion_id: z.uuid(), hecha: z.boolean() }),
})

/** A refund that its gateway did not make, which staff paid by transfer. */
export const refundByTransfer = endpoint({
	...refund,
	path: '/api/admin_ordenes/:id/devolver_por_transferencia/',
	body: z.object({ devolucion_id: z.uuid() }),
})

/** Orders, their lines, their payments, or stock movements. The file contains customers' purchases and names. */
export const exportOrders = endpoint({
	...csvFile,
	tag: 'panel: números',
	path: '/api/admin_exportar/:archivo',
	freshProof: true,
	params: z.object({ archivo: z.enum(exportFiles) }),
	query: orderFilter,
})
