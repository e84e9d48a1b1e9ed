import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { ProfileAnswer, ProfileOrder } from '#contract/accounts/profile.ts'
import { type Failure, refuse } from '#contract/failure.ts'
import { readCart } from '#domain/cart/cart.ts'
import { orderHistory } from '#server/accounts/order-history.ts'
import type { Database } from '#server/db/database.ts'
import { auditoria, comprobantes, ordenes, ordenLineas, usuarios } from '#server/db/schema.ts'

function byOrder<T extends { orden_id: string }>(rows: readonly T[]): Map<string, T[]> {
	return Map.groupBy(rows, (row) => row.orden_id)
}

/** The orders of one customer, newest first: four queries, however many orders there are. */
async function readOrders(db: Database, usuarioId: number): Promise<ProfileOrder[]> {
	const orders = await db
		.select()
		.from(ordenes)
		.where(eq(ordenes.user, usuarioId))
		.orderBy(desc(ordenes.created_at), desc(ordenes.nro_orden))
	const ids = orders.map((order) => order.id)
	if (ids.length === 0) return []

	const [lines, proofs, moves] = await Promise.all([
		db.select().from(ordenLineas).where(inArray(ordenLineas.orden_id, ids)).orderBy(asc(ordenLineas.posicion)),
		db
			.select({ orden_id: comprobantes.orden_id, created_at: comprobantes.created_at })
			.from(comprobantes)
			.where(inArray(comprobantes.orden_id, ids)),
		db
			.select({ orden_id: auditoria.ref, created_at: auditoria.created_at, estado: auditoria.despues })
			.from(auditoria)
			.where(and(eq(auditoria.tipo, 'orden'), inArray(auditoria.ref, ids), eq(auditoria.campo, 'estado')))
			.orderBy(asc(auditoria.id)),
	])
	const linesOf = byOrder(lines)
	const proofsOf = byOrder(proofs)
	const movesOf = byOrder(moves)

	return orders.map((order) => {
		const orderProofs = (proofsOf.get(order.id) ?? []).map((proof) => proof.created_at)
		const { id, nro_orden, estado, total, subtotal, despacho, descuento, metodo_pago, created_at, pagada_at } = order
		return {
			...{ id, nro_orden, estado, total, subtotal, despacho, descuento, metodo_pago },
			tipo_entrega: order.tipo_entrega,
			direccion: order.direccion,
			telefono: order.telefono,
			created_at: created_at.toISOString(),
			carrito: (linesOf.get(id) ?? []).map(({ nombre, sku, color, precio, cantidad, imagen }) => {
				return { nombre, sku, color, precio, cantidad, imagen }
			}),
			comprobantes: orderProofs.length,
			historia: orderHistory({ created_at, pagada_at, proofs: orderProofs, moves: movesOf.get(id) ?? [] }),
		}
	})
}

/** The profile of who is logged in, with their orders and nobody else's. */
export async function readProfile(deps: { db: Database }, usuarioId: number): Promise<ProfileAnswer | Failure> {
	const [account] = await deps.db.select().from(usuarios).where(eq(usuarios.id, usuarioId))
	if (!account) return refuse('sesion_expirada')
	return {
		nombre: account.first_name,
		apellido: account.last_name,
		email: account.email,
		direccion: account.direccion,
		telefono: account.telefono,
		is_staff: account.is_staff,
		is_superuser: account.is_superuser,
		carrito: [...readCart(account.carrito)],
		tiene_clave: account.password_hash !== null,
		google_vinculado: account.google_sub !== null,
		ordenes: await readOrders(deps.db, usuarioId),
	}
}
