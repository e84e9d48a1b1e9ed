import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { hasWords } from '#core/server/lists/text-search.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { documentosTributarios, receptores } from '#modules/tax-documents/tables.ts'
import { tiposDocumento } from '#modules/tax-documents/tax-document.ts'

/** More than the panel's search shows. */
const most = 9

export async function findByFolio(db: Queryable, wanted: number) {
	const { orden_id, tipo, folio } = documentosTributarios
	const rows = await db
		.select({ nro_orden: ordenes.nro_orden, tipo })
		.from(documentosTributarios)
		.innerJoin(ordenes, eq(ordenes.id, orden_id))
		.where(and(inArray(tipo, [...tiposDocumento]), eq(folio, wanted)))
		.orderBy(desc(ordenes.nro_orden))
		.limit(most)
	return rows.map(({ nro_orden, tipo: kind }) => ({ nro_orden, documento: { tipo: kind, folio: wanted } }))
}

export const findByRut = (db: Queryable, known: string) => byReceptor(db, eq(receptores.rut, known))

export const findByCompany = (db: Queryable, words: string) => byReceptor(db, hasWords(receptores.busqueda, words))

/** Orders by the recipient of their factura, or of their boleta above 135 UF. */
async function byReceptor(db: Queryable, where: SQL) {
	const { orden_id, rut, razon_social } = receptores
	return await db
		.select({ nro_orden: ordenes.nro_orden, receptor: { rut, razon_social } })
		.from(receptores)
		.innerJoin(ordenes, eq(ordenes.id, orden_id))
		.where(where)
		.orderBy(desc(ordenes.nro_orden))
		.limit(most)
}
