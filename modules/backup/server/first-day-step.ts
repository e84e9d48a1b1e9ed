import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { fail } from '#core/contract/failure.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { FailureAnswer } from '#core/server/http/unwrap.ts'
import { type BackUpHereDeps, type BackupOutcome, createBackUpHere } from '#modules/backup/server/back-up-here.ts'
import { primerDia } from '#modules/settings/tables.ts'

/** The step of the first day's list that requires a recent backup, and makes one on the shop's disk. */
export const backupStep = {
	async find(db: Queryable, now: Date) {
		const [newest] = await db.select().from(primerDia).where(eq(primerDia.paso, 'respaldo'))
		return judgeBackup(newest, now)
	},
	open({ env, ...deps }: Omit<BackUpHereDeps, 'folder'> & { readonly env: { readonly dataDir: string } }) {
		const backUp = createBackUpHere({ ...deps, folder: join(env.dataDir, 'respaldos') })
		return () => describeBackup(backUp)
	},
}

/** Makes a backup and returns its description. @throws `no_comprobado` for an unwritten or incomplete one. */
export async function describeBackup(backUp: () => Promise<BackupOutcome>): Promise<string> {
	const failed = (text: string, cause?: unknown) => new FailureAnswer(fail('no_comprobado', { text }), { cause })
	const { texto, faltan } = await backUp().catch((cause: unknown) => {
		throw failed('No se pudo escribir en el disco de la tienda: avisa a quien la instaló.', cause)
	})
	if (faltan === 0) return `${texto} En el disco de la tienda.`
	const missing = faltan === 1 ? 'le falta una imagen' : `le faltan ${faltan} imágenes`
	throw failed(`El respaldo no está completo: ${missing} que la tienda debería tener. Avisa a quien la instaló.`)
}

/** Days for which a backup counts: it is made daily, and may fail on a weekend. */
const backupDays = 3

const dayMs = 86_400_000
const ago = new Intl.RelativeTimeFormat('es-CL', { numeric: 'auto' })

function ageText(ageMs: number): string {
	const hours = Math.floor(ageMs / 3_600_000)
	if (hours < 1) return 'de hace menos de una hora'
	return hours < 48 ? `de ${ago.format(-hours, 'hour')}` : `de ${ago.format(-Math.floor(ageMs / dayMs), 'day')}`
}

/** Whether the newest complete backup is young enough, with the text for the owner. */
export function judgeBackup(
	newest: { readonly hecho_at: Date; readonly texto: string } | undefined,
	now: Date,
): { readonly listo: boolean; readonly texto: string } {
	if (!newest) return { listo: false, texto: 'No hay ninguno.' }
	const ageMs = Math.max(0, now.getTime() - newest.hecho_at.getTime())
	const listo = ageMs <= backupDays * dayMs
	const late = listo ? '' : ' Debería haber uno cada día.'
	return { listo, texto: `El último es ${ageText(ageMs)}: ${newest.texto}${late}` }
}
