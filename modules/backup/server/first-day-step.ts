import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { FailureAnswer, fail } from '#core/contract/failure.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { type BackUpHereDeps, type BackupOutcome, createBackUpHere } from '#modules/backup/server/back-up-here.ts'
import type { BackupVariables } from '#modules/backup/server/backup-variables.ts'
import { newestCopyOutside } from '#modules/backup/server/copy-outside.ts'
import { openOutside } from '#modules/backup/server/outside-store.ts'
import { primerDia } from '#modules/settings/tables.ts'

interface StepDeps extends Omit<BackUpHereDeps, 'folder' | 'outside'> {
	readonly env: BackupVariables & { readonly dataDir: string }
}

/** Where backups are written, here and outside. */
export function backupPlaces({ env, ...deps }: StepDeps): BackUpHereDeps {
	const store = openOutside(env, deps.clock)
	const outside = store && env.BACKUP_KEY !== undefined ? { store, recipient: env.BACKUP_KEY } : undefined
	return { ...deps, folder: join(env.dataDir, 'respaldos'), outside }
}

/** The step of the first day's list that requires a recent copy outside, and makes a backup. */
export const backupStep = {
	async find(db: Queryable, now: Date) {
		const [here] = await db.select().from(primerDia).where(eq(primerDia.paso, 'respaldo'))
		return judgeBackups(await newestCopyOutside(db), here, now)
	},
	open(deps: StepDeps) {
		const backUp = createBackUpHere(backupPlaces(deps))
		return () => describeBackup(backUp)
	},
}

/** Makes a backup and returns its description. @throws `no_comprobado` for an unwritten or incomplete one. */
export async function describeBackup(backUp: () => Promise<BackupOutcome>): Promise<string> {
	const failed = (text: string, cause?: unknown) => new FailureAnswer(fail('no_comprobado', { text }), { cause })
	const { texto, faltan, fuera } = await backUp().catch((cause: unknown) => {
		throw failed('El respaldo no se pudo escribir o mandar: avisa a quien instaló la tienda.', cause)
	})
	if (faltan === 0)
		return `${texto} ${fuera ? `En el disco de la tienda y en ${fuera}.` : 'Solo en el disco de la tienda.'}`
	const missing = faltan === 1 ? 'le falta una imagen' : `le faltan ${faltan} imágenes`
	throw failed(`El respaldo no está completo: ${missing} que la tienda debería tener. Avisa a quien la instaló.`)
}

/** Days for which a copy counts: it is made each night, and may fail on a weekend. */
const backupDays = 3

const dayMs = 86_400_000
const ago = new Intl.RelativeTimeFormat('es-CL', { numeric: 'auto' })

function ageText(at: Date, now: Date): string {
	const ageMs = Math.max(0, now.getTime() - at.getTime())
	const hours = Math.floor(ageMs / 3_600_000)
	if (hours < 1) return 'hace menos de una hora'
	return hours < 48 ? ago.format(-hours, 'hour') : ago.format(-Math.floor(ageMs / dayMs), 'day')
}

/** Whether the newest complete copy outside is young enough, with the text for the owner; a backup here does not count. */
export function judgeBackups(
	outside: { readonly hecha_at: Date; readonly lugar: string } | null,
	here: { readonly hecho_at: Date } | undefined,
	now: Date,
): { readonly listo: boolean; readonly texto: string } {
	const hereText = here ? ` En este disco, uno de ${ageText(here.hecho_at, now)}: no sirve si el disco se pierde.` : ''
	if (!outside) return { listo: false, texto: `Ninguno está fuera de este equipo.${hereText}` }
	const listo = now.getTime() - outside.hecha_at.getTime() <= backupDays * dayMs
	const late = listo ? '' : ' Debería haber uno cada noche: avisa a quien instaló la tienda.'
	return { listo, texto: `Fuera de este equipo, de ${ageText(outside.hecha_at, now)}: ${outside.lugar}.${late}` }
}
