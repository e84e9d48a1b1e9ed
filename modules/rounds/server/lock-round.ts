import { asc, eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { readRound } from '#modules/rounds/server/read-round.ts'
import type { RoundAnswer } from '#modules/rounds/shapes/rounds.ts'
import { paradas, type RoundRow, rondas, type StopRow } from '#modules/rounds/tables.ts'

export interface LockedRound {
	readonly round: RoundRow
	/** In the order of their places. */
	readonly stops: readonly StopRow[]
}

/** Locks a round until `tx` ends. Lock order: rounds, orders, stops. */
export async function lockRound(tx: Transaction, roundId: string): Promise<LockedRound | undefined> {
	const [round] = await tx.select().from(rondas).where(eq(rondas.id, roundId)).for('update')
	if (!round) return undefined
	return { round, stops: await readStops(tx, roundId) }
}

/** The stops of a round in the order of their places. */
export const readStops = (tx: Transaction, roundId: string): Promise<StopRow[]> =>
	tx.select().from(paradas).where(eq(paradas.ronda_id, roundId)).orderBy(asc(paradas.posicion), asc(paradas.id))

/**
 * Runs an action under a round's lock, and returns the round afterwards. A failed action writes nothing: `act` fails
 * before it writes. Fails with `no_encontrado`, and with `ronda_cerrada` for a closed one.
 */
export async function actOnRound(
	deps: StaffDeps,
	roundId: string,
	act: (tx: Transaction, locked: LockedRound) => Promise<Failure | undefined>,
): Promise<RoundAnswer | Failure> {
	if (!isUuid(roundId)) return fail('no_encontrado')
	return await deps.db.transaction(async (tx) => {
		const locked = await lockRound(tx, roundId)
		if (!locked) return fail('no_encontrado')
		if (locked.round.estado === 'cerrada') return fail('ronda_cerrada')
		const failure = await act(tx, locked)
		if (isFailure(failure)) return failure
		return await readRound(deps, tx, roundId)
	})
}
