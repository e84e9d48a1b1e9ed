import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenDatabase, Transaction } from '#core/server/db/database.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import { ensureFirstStaff } from '#modules/accounts/server/accounts.ts'
import { seedCatalog } from '#modules/catalog/staff/server/products.ts'
import { hooks } from '#modules/lists/hooks.ts'
import * as mails from '#modules/orders/server/order-mails.ts'
import { correos, type OrderRow } from '#modules/orders/tables.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { mailRecorder, noJobs, writeOrder } from '#tests/written-order.ts'

let database: OpenDatabase
let order: OrderRow
const expires_at = new Date('2026-11-20T15:30:00Z')

beforeAll(async () => {
	database = await openTestDatabase()
	await ensureFirstStaff(database.db, staffLogin)
	await seedCatalog(database.db)
	order = await writeOrder(database, { expires_at, direccion: 'Moneda 970, Santiago', direccion_mapa: 'Moneda 970' }, [
		{ color: 'Rosado', cantidad: 2 },
		{ color: 'Blanco', cantidad: 1 },
	])
})
afterAll(() => database.close())

/** The mails that `write` enqueues. */
async function sent(write: (tx: Transaction, mail: EnqueueMail) => Promise<unknown>) {
	const recorder = mailRecorder()
	await database.db.transaction((tx) => write(tx, recorder.mail))
	return recorder.mails
}

const line = (color: string, cantidad: number) => ({
	nombre: 'Premium Shaker Electric 650 ML',
	color,
	precio: 29_990,
	cantidad,
	imagen: `${color}.webp`,
})
const facts = () => ({
	orden_id: order.id,
	nro_orden: order.nro_orden,
	created_at: order.created_at.toISOString(),
	expires_at: expires_at.toISOString(),
	nombre: 'Ana Rojas',
	metodo_pago: 'mercadopago',
	tipo_entrega: 'retiro',
	direccion: 'Moneda 970, Santiago',
	direccion_mapa: 'Moneda 970',
	estacion_retiro: null,
	horario_retiro: null,
	plazo_entrega: null,
	llega_hasta: null,
	subtotal: 29_990,
	despacho: 0,
	descuento: 0,
	total: 29_990,
	carrito: [line('Rosado', 2), line('Blanco', 1)],
})
const toCustomer = (plantilla: string, clave: string, more: object = {}) => ({
	clave,
	plantilla,
	destinatario: 'ana@correo.cl',
	orden_id: order.id,
	datos: { ...facts(), ...more },
})
const toStaff = (plantilla: string, clave: string, more: object = {}) => ({
	clave: expect.stringMatching(new RegExp(`^${clave}:\\d+$`)),
	plantilla,
	destinatario: staffLogin.email,
	orden_id: order.id,
	datos: { ...facts(), ...more },
})

it('mails the customer the order with its lines as placed, once per order', async () => {
	expect(await sent((tx, mail) => mails.mailOrderReceived({ mail }, tx, order))).toEqual([
		toCustomer('orden_recibida', `orden_recibida:${order.id}`),
	])
	expect(await sent((tx, mail) => mails.mailOrderReceived({ mail }, tx, { ...order, expires_at: null }))).toMatchObject(
		[{ datos: { expires_at: null } }],
	)
	expect(await sent((tx, mail) => mails.mailTransferReminder({ mail }, tx, order))).toEqual([
		toCustomer('recordatorio_transferencia', `recordatorio_transferencia:${order.id}`),
	])
})

it('confirms a payment once per order, and once more for a later payment that pays it', async () => {
	const clave = `pago_confirmado:${order.id}`
	const confirm = (pago_id?: string) => sent((tx, mail) => mails.mailPaymentConfirmed({ mail }, tx, order, pago_id))
	expect(await confirm('p1')).toEqual([toCustomer('pago_confirmado', clave, { pago: null })])
	const row = { id: randomUUID(), clave, plantilla: 'pago_confirmado', destinatario: order.email, datos: {} } as const
	await database.db.insert(correos).values(row)
	expect(await confirm('p2')).toMatchObject([{ clave: `${clave}:p2` }])
	expect(await confirm()).toMatchObject([{ clave }])
})

it('notifies customer and staff of a proof', async () => {
	expect(await sent((tx, mail) => mails.mailProofReceived({ mail, jobs: noJobs, hooks }, tx, order, 'c1'))).toEqual([
		toCustomer('comprobante_recibido', 'comprobante_recibido:c1'),
		toStaff('comprobante_staff', 'comprobante_staff:c1'),
	])
})

it('mails staff a case once per reason, and once per payment that is the reason', async () => {
	const reason = 'monto_distinto' as const
	expect(
		await sent((tx, mail) => mails.mailStaffCase({ mail, jobs: noJobs, hooks }, tx, order, { motivo: reason })),
	).toEqual([toStaff('caso_staff', `caso_staff:${order.id}:monto_distinto`, { motivo: reason })])
	expect(
		await sent((tx, mail) =>
			mails.mailStaffCase({ mail, jobs: noJobs, hooks }, tx, order, { motivo: reason, cual: 'p1' }),
		),
	).toEqual([toStaff('caso_staff', `caso_staff:${order.id}:monto_distinto:p1`, { motivo: reason })])
})

it('mails each expiry of an order, and a reminder with the days left before it', async () => {
	const about = { motivo: 'Lo pidió', por_devolver: 29_990 }
	expect(await sent((tx, mail) => mails.mailOrderCancelled({ mail }, tx, order, about))).toEqual([
		toCustomer('orden_cancelada', `orden_cancelada:${order.id}:1`, about),
	])
	const again = { ...order, version: 4 }
	expect(await sent((tx, mail) => mails.mailOrderEnded({ mail }, tx, again, 'vencida'))).toEqual([
		toCustomer('orden_vencida', `orden_vencida:${order.id}:4`, { causa: 'vencida' }),
	])
	expect(await sent((tx, mail) => mails.mailOrderEnding({ mail }, tx, order, 2))).toEqual([
		toStaff('orden_por_vencer', `orden_por_vencer:${order.id}:2:`),
	])
})

it('mails the start and the result of a refund', async () => {
	const refund = { id: 'd1', monto: 5_000 }
	const clave = 'devolucion_hecha:d1'
	for (const por_transferencia of [undefined, false, true]) {
		const details = { ...refund, ...(por_transferencia === undefined ? {} : { por_transferencia }) }
		expect(await sent((tx, mail) => mails.mailRefundDone({ mail }, tx, order, details))).toEqual([
			toCustomer('devolucion_hecha', clave, {
				monto: 5_000,
				en_efectivo: false,
				por_transferencia: por_transferencia === true,
			}),
		])
	}
})

it('requests the acceptance of a refund with one reminder, and mails no customer who need not accept or is anonymized', async () => {
	const refund = { id: 'd1', monto: 5_000, gateway: 'flow', aceptar_hasta: expires_at } as const
	const ask = (whom: OrderRow, what: { aceptar_hasta: Date | null }, recordatorio = false) =>
		sent((tx, mail) => mails.mailRefundToAccept({ mail }, tx, whom, { ...refund, ...what, isReminder: recordatorio }))
	const details = { monto: 5_000, gateway: 'flow', aceptar_hasta: expires_at.toISOString() }
	expect(await ask(order, refund)).toEqual([
		toCustomer('devolucion_por_aceptar', 'devolucion_por_aceptar:d1:aviso', { ...details, recordatorio: false }),
	])
	expect(await ask(order, refund, true)).toEqual([
		toCustomer('devolucion_por_aceptar', 'devolucion_por_aceptar:d1:recordatorio', { ...details, recordatorio: true }),
	])
	expect(await ask(order, { aceptar_hasta: null })).toEqual([])
	expect(await ask({ ...order, email: '' }, refund)).toEqual([])
})
