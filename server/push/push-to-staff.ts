import type { PushKind } from '#domain/staff/push-notices.ts'
import type { Context } from '#server/context/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { avisos } from '#server/db/tables/push.ts'

/** Something that staff are told of. `clave` is unique: the same occasion told twice is one notice. */
export interface Notice {
	readonly clave: string
	readonly tipo: PushKind
	readonly orden?: { readonly id: string; readonly nro_orden: number }
	readonly ronda_id?: string
}

/**
 * Has staff's phones told of an occasion if and only if `tx` commits; gives whether they were not told of it before. Whose phones
 * these are is read when it is sent.
 */
export async function pushToStaff(
	{ jobs }: Pick<Context, 'jobs'>,
	tx: Transaction,
	{ clave, tipo, orden, ronda_id }: Notice,
): Promise<boolean> {
	const about = { orden_id: orden?.id, nro_orden: orden?.nro_orden, ronda_id }
	const [written] = await tx
		.insert(avisos)
		.values({ clave, tipo, ...about })
		.onConflictDoNothing()
		.returning({ clave: avisos.clave })
	if (written) await jobs.enqueue(tx, 'avisar_equipo', { aviso: clave })
	return written !== undefined
}
