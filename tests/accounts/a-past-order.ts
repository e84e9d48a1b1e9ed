import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { productos } from '#modules/catalog/tables.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import { correos, ordenes, ordenLineas } from '#modules/orders/tables.ts'

/** Inserts an order of two black bottles by `email`, with a proof and a mail. */
export async function aPastOrder(db: Database, email: string, order: { estado?: Estado; created_at?: Date } = {}) {
	const [owner] = await db.select({ id: usuarios.id }).from(usuarios).where(eq(usuarios.email, email))
	const bottle = { nombre: 'Premium Shaker Electric 650 ML', sku: 'PREM-SHAKER-650', color: 'Negro', precio: 29_990 }
	await db.insert(productos).values(bottle).onConflictDoNothing()
	const [product] = await db.select().from(productos).where(eq(productos.color, bottle.color))
	const id = randomUUID()
	const [placed] = await db
		.insert(ordenes)
		.values({
			id,
			user: owner?.id ?? null,
			estado: order.estado ?? 'pendiente',
			metodo_pago: 'transferencia',
			subtotal: 59_980,
			despacho: 3500,
			descuento: 0,
			total: 63_480,
			tipo_entrega: 'despacho',
			direccion: 'Av. Providencia 1234,Depto 5',
			telefono: '912345678',
			nombre: 'Ana Rojas',
			email,
			comuna: 'Providencia',
			lat: -33.43,
			lng: -70.61,
			distancia_m: 5200,
			stock_tomado: true,
			...(order.created_at ? { created_at: order.created_at } : {}),
		})
		.returning()
	await db.insert(ordenLineas).values({
		orden_id: id,
		posicion: 0,
		producto_id: product?.id ?? 0,
		...bottle,
		imagen: '/negro.webp',
		cantidad: 2,
	})
	await db
		.insert(comprobantes)
		.values({ id: randomUUID(), orden_id: id, archivo: `comprobantes/${id}.webp`, bytes: 10 })
	const datos = { nombre: 'Ana Rojas', direccion: 'Av. Providencia 1234' }
	const mail = {
		id: randomUUID(),
		clave: `orden_recibida:${id}`,
		plantilla: 'orden_recibida',
		destinatario: email,
		datos,
	} as const
	await db.insert(correos).values({ ...mail, orden_id: id })
	return { id, nro_orden: placed?.nro_orden ?? 0 }
}
