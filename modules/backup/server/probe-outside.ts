import { Readable } from 'node:stream'
import { systemClock } from '#core/server/platform/clock.ts'
import { copiesAmong } from '#modules/backup/copies.ts'
import type { BackupVariables } from '#modules/backup/server/backup-variables.ts'
import { openOutside } from '#modules/backup/server/open-outside.ts'

const trial = 'prueba-del-doctor'

async function probeOutside({ env }: { readonly env: BackupVariables }): Promise<string> {
	const store = openOutside(env, systemClock)
	if (!store) return 'sin BACKUP_TO ninguna copia sale de este equipo'
	await store.put(trial, Readable.from([Buffer.from('.')]))
	const [newest = 'ninguna todavía'] = copiesAmong(await store.names())
	await store.delete(trial)
	return `${store.place} guarda, muestra y borra; la última copia: ${newest}`
}

/** What the check of an installation tries of the copies outside. */
export const outsideProbe = { what: 'respaldos', failure: 'las copias no se pueden mandar', probe: probeOutside }
