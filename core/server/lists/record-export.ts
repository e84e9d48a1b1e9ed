import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Database } from '#core/server/db/database.ts'
import type { AnyExportFile } from '#modules/numbers/shapes/export-files.ts'

/** Records an export in the audit log before its first row is sent: account, file and filter. */
export async function recordExport(
	db: Database,
	actorId: number,
	archivo: AnyExportFile,
	filter: Readonly<Record<string, string | number | undefined>>,
): Promise<void> {
	// The filter without the searched text, which may be a person's name.
	const chosen = Object.entries(filter).flatMap(([name, value]) => {
		if (value === undefined) return []
		return name === 'nro_orden' ? [`${name}=…`] : [`${name}=${value}`]
	})
	await db.transaction(async (tx) => {
		await writeAudit(tx, {
			tipo: 'usuario',
			ref: actorId,
			usuario_id: actorId,
			accion: 'exportado',
			detalle: archivo,
			despues: chosen.length === 0 ? 'todo' : chosen.join(', '),
		})
	})
}
