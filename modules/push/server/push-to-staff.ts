import type { Transaction } from '#core/server/db/database.ts'
import type { Context, StaffAlert } from '#modules/context.ts'
import { avisos } from '#modules/push/tables.ts'

/** Enqueues a push notice if and only if `tx` commits, once per occasion. Its devices are read when it is sent. */
export async function pushToStaff(
	{ jobs }: Pick<Context, 'jobs'>,
	tx: Transaction,
	{ clave, tipo, orden, ronda_id }: StaffAlert,
): Promise<void> {
	const about = { orden_id: orden?.id, nro_orden: orden?.nro_orden, ronda_id }
	const [written] = await tx
		.insert(avisos)
		.values({ clave, tipo, ...about })
		.onConflictDoNothing()
		.returning({ clave: avisos.clave })
	if (written) await jobs.enqueue(tx, 'avisar_equipo', { aviso: clave })
}
