import type { Processor } from '#modules/legal/processors.ts'
import type { ModuleVariables } from '#modules/lists/variable-groups.ts'

/** Where the copies of the backup lie: it keeps what it cannot read. */
export function backupProcessors({ BACKUP_TO, BACKUP_S3_ENDPOINT }: ModuleVariables): readonly Processor[] {
	const nombre = URL.parse(BACKUP_S3_ENDPOINT ?? BACKUP_TO ?? '')?.hostname
	if (!nombre) return []
	const finalidad = 'Guardar las copias de los respaldos, cifradas: no puede leerlas'
	return [{ clave: 'respaldos', nombre, finalidad, pais: '', enlace: '' }]
}
