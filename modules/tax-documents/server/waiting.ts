import { count, inArray, min } from 'drizzle-orm'
import { panelQuery } from '#core/rules/staff-panel.ts'
import type { ReadWaiting } from '#modules/orders/server/waiting.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'

const troubles = [
	['rechazada', 'Documentos rechazados por el SII'],
	['por_revisar', 'Documentos por revisar'],
] as const

/** The documents that staff have to look at. */
export const documentsWaiting: ReadWaiting = async (db) => {
	const { estado, created_at } = documentosTributarios
	const rows = await db
		.select({ estado, cantidad: count(), desde: min(created_at) })
		.from(documentosTributarios)
		.where(inArray(estado, ['rechazada', 'por_revisar']))
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
