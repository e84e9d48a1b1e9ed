import { and, count, eq, inArray, min, or, sql } from 'drizzle-orm'
import { panelQuery } from '#core/rules/staff-panel.ts'
import type { ReadWaiting } from '#modules/orders/server/waiting.ts'
import { episodios } from '#modules/settings/tables.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'

const troubles = [
	['por_emitir', 'Documentos sin emitir: OpenFactura no acepta la llave'],
	['rechazada', 'Documentos rechazados por el SII'],
	['por_revisar', 'Documentos por revisar'],
] as const

const isKeyRefused = sql`exists (select 1 from ${episodios} where ${episodios.clave} = 'llave_openfactura')`

/** The documents that staff have to look at; those to emit while the provider refuses the key. */
export const documentsWaiting: ReadWaiting = async (db) => {
	const { estado, created_at } = documentosTributarios
	const rows = await db
		.select({ estado, cantidad: count(), desde: min(created_at) })
		.from(documentosTributarios)
		.where(or(inArray(estado, ['rechazada', 'por_revisar']), and(eq(estado, 'por_emitir'), isKeyRefused)))
		.groupBy(estado)
	return troubles.map(([name, texto]) => {
		const row = rows.find((one) => one.estado === name)
		return {
			clave: `documento_${name}`,
			texto,
			accion: 'Revisar',
			lugar: `${panelQuery({ seccion: 'ordenes' })}&documento=${name}`,
			cantidad: row?.cantidad ?? 0,
			monto: null,
			desde: row?.desde?.toISOString() ?? null,
		}
	})
}
