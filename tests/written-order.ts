import { randomUUID } from 'node:crypto'
import type { OpenDatabase } from '#core/server/db/database.ts'
import type { EnqueueMail, MailToEnqueue } from '#core/server/mail/enqueue-mail.ts'
import { productName, sku } from '#modules/catalog/product.ts'
import { productos } from '#modules/catalog/tables.ts'
import { type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'

/** Inserts an order into the database without moving its stock, for tests that read or change orders. */
export async function writeOrder(
	{ db }: Pick<OpenDatabase, 'db'>,
	changes: Partial<typeof ordenes.$inferInsert> = {},
	lines: readonly { color: string; cantidad: number }[] = [],
): Promise<OrderRow> {
	const [order] = await db
		.insert(ordenes)
		.values({
			id: randomUUID(),
			estado: 'pendiente',
			metodo_pago: 'mercadopago',
			tipo_entrega: 'retiro',
			subtotal: 29_990,
			despacho: 0,
			descuento: 0,
			total: 29_990,
			stock_tomado: true,
			telefono: '987654321',
			nombre: 'Ana Rojas',
			email: 'ana@correo.cl',
			...changes,
		})
		.returning()
	if (!order) throw new Error('no order was written')
	const products = await db.select().from(productos)
	const values = lines.map(({ color, cantidad }, posicion) => {
		const product = products.find((one) => one.color === color)
		if (!product) throw new Error(`no ${color}`)
		const what = { producto_id: product.id, nombre: productName, sku, imagen: `${color}.webp`, precio: product.precio }
		return { orden_id: order.id, posicion, color, cantidad, ...what }
	})
	if (values.length > 0) await db.insert(ordenLineas).values(values)
	return order
}

/** Collects the mails of a use case instead of sending them. */
export function mailRecorder(): { readonly mails: MailToEnqueue[]; readonly mail: EnqueueMail } {
	const mails: MailToEnqueue[] = []
	return {
		mails,
		mail: async (_tx, ...more) => {
			mails.push(...more)
		},
	}
}

/** A queue that runs no jobs. */
export const noJobs = { enqueue: async () => {} }
