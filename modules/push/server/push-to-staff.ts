import type { Transaction } from '#core/server/db/database.ts'
import type { Context } from '#modules/context.ts'
import type { PushKind } from '#modules/push/push-notices.ts'
import { avisos } from '#modules/push/tables.ts'

/** A notice for staff. `clave` is unique: one notice per occasion. */
export interface Notice {
	readonly clave: string
	readonly tipo: PushKind
	readonly orden?: { readonly id: string; readonly nro_orden: number }
	readonly ronda_id?: string
}

/**
 * Enqueues a push notice if and only if `tx` commits; returns whether it is new. Its devices are read when it is sent.
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
