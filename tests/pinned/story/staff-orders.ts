import { eq } from 'drizzle-orm'
import { dayIn } from '#core/rules/times.ts'
import { pagos } from '#modules/orders/payment-tables.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'
import { aPlain } from '#tests/pictures.ts'
import type { StoryOrders } from '#tests/pinned/story/orders.ts'
import { callsOf, type Story, type StoryCalls, withKey } from '#tests/pinned/story/storyteller.ts'
import { releaseHeld } from '#tests/release-held.ts'
import { aPlacedOrder, type TestCustomer } from '#tests/shop-helpers.ts'
import { writeRefund } from '#tests/written-refund.ts'

const detailPath = (orderId: string, action = '') => `/api/admin_ordenes/${orderId}/${action && `${action}/`}`

/** Staff actions on orders: read, search, decide, refund, edit. */
export async function runStaffOrders(story: Story, boss: StoryCalls, orders: StoryOrders): Promise<void> {
	const { mercadopago, transferencia, efectivo } = orders
	await boss.answer('GET', '/api/admin_listar_ordenes/')
	await boss.answer('GET', `/api/admin_buscar/?q=${mercadopago.nro_orden}`)
	const detail = await boss.json<OrderDetail>('GET', detailPath(transferencia.orden_id))
	await callsOf(story).answer('GET', detail.comprobantes_descarga[0] ?? '')
	await boss.answer('POST', detailPath(efectivo.orden_id, 'efectos'), { estado: 'cancelado' })
	await boss.answer('PUT', detailPath(efectivo.orden_id), { total: 28_990 })
	await boss.answer('POST', detailPath(efectivo.orden_id, 'notas'), { texto: 'Llama antes de venir' }, withKey())
	const correo_id = detail.correos[0]?.id
	await boss.answer('POST', detailPath(transferencia.orden_id, 'reenviar_correo'), { correo_id }, withKey())
	await boss.answer('POST', detailPath(transferencia.orden_id, 'confirmar_transferencia'))
	await releaseHeld(story.shop)
	await boss.answer('POST', detailPath(efectivo.orden_id, 'entregar'))
	await releaseHeld(story.shop)
	const handBack = { monto: 5000, medio: 'transferencia', fecha: dayIn(story.shop.clock.now()) }
	await boss.answer('POST', detailPath(transferencia.orden_id, 'devolver_a_mano'), handBack, withKey())
	const refund = { monto: 5000, motivo: 'arrepentimiento' }
	await boss.answer('POST', detailPath(mercadopago.orden_id, 'devolver'), refund, withKey())
	await story.shop.drainJobs()
	await releaseHeld(story.shop)
	const documented = await boss.json<OrderDetail>('GET', detailPath(transferencia.orden_id))
	await callsOf(story).answer('GET', documented.documentos[0]?.url ?? '')
}

/** Refunds that their gateway refused or left open. */
export async function runOddRefunds({ shop }: Story, boss: StoryCalls, { webpay }: StoryOrders): Promise<void> {
	const [payment] = await shop.database.db.select().from(pagos).where(eq(pagos.orden_id, webpay.orden_id))
	if (!payment) throw new Error('the order has no payment')
	const refused = await writeRefund(shop.database, payment, { estado: 'rechazada' })
	const byTransfer = { devolucion_id: refused.id }
	await boss.answer('POST', detailPath(webpay.orden_id, 'devolver_por_transferencia'), byTransfer)
	const doubtful = await writeRefund(shop.database, payment, { estado: 'en_duda' })
	await boss.answer('POST', detailPath(webpay.orden_id, 'aclarar_devolucion'), {
		devolucion_id: doubtful.id,
		hecha: true,
	})
}

/** Staff actions on orders with a case. */
export async function runStaffCases(story: Story, boss: StoryCalls, customer: TestCustomer): Promise<void> {
	const { shop } = story
	const { db } = shop.database
	const refused = await aPlacedOrder(shop, customer, { metodo_pago: 'transferencia' })
	const proof = await aPlain(400, 600)
	const { orden_id } = refused
	await callsOf(story).upload('POST', '/api/subir_comprobante/', 'comprobante', proof, { orden_id })
	await boss.answer('POST', detailPath(orden_id, 'rechazar_comprobante'), { motivo: 'No se lee el monto' })
	await boss.answer('POST', detailPath(orden_id, 'cancelar'), { motivo: 'Sin reposición' }, withKey())
	await boss.answer('POST', detailPath(orden_id, 'deshacer'))
	await boss.answer('POST', detailPath(orden_id, 'cancelar_juntas'), { grupo: 'hora', motivo: 'Repetidos' })

	const odd = await aPlacedOrder(shop, customer, { metodo_pago: 'efectivo' })
	const isOdd = eq(ordenes.id, odd.orden_id)
	await db.update(ordenes).set({ atencion: 'monto_distinto' }).where(isOdd)
	await boss.answer('GET', '/api/admin_casos/')
	await boss.answer('POST', `/api/admin_casos/${odd.orden_id}/resolver/`)
	await db.update(ordenes).set({ entrega_detenida: true }).where(isOdd)
	await boss.answer('POST', detailPath(odd.orden_id, 'entregar_igual'), { motivo: 'Pagó de nuevo en efectivo' })
	await boss.answer('POST', detailPath(odd.orden_id, 'entregar'))
	await releaseHeld(shop)
	const isOfOdd = eq(documentosTributarios.orden_id, odd.orden_id)
	await db.update(documentosTributarios).set({ estado: 'por_revisar' }).where(isOfOdd)
	await boss.answer('POST', detailPath(odd.orden_id, 'emitir_documento'))
	await db.update(ordenes).set({ boleta_modelo: null }).where(isOdd)
	await db.delete(documentosTributarios).where(isOfOdd)
	const pdf = Buffer.from('%PDF-1.7 boleta').toString('base64')
	const document = { tipo: 39, folio: 4321, fecha: dayIn(shop.clock.now()), pdf }
	await boss.answer('POST', detailPath(odd.orden_id, 'anotar_documento'), document)
}
