import type { AnyExportFile } from '#contract/staff/export-files.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Database } from '#server/db/database.ts'

/** Puts an export into the audit log before its first row leaves: who took which file, and which rows were chosen. */
export async function recordExport(
	db: Database,
	actorId: number,
	archivo: AnyExportFile,
	filter: Readonly<Record<string, string | number | undefined>>,
): Promise<void> {
	// Which orders, but not what was searched for: that may be somebody's name.
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
