import { and, eq, isNull } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { freshIdentitySeconds, secondsAfter } from '#core/rules/lifetimes.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import {
	type Proof,
	type ProofDeps,
	proveIdentity,
	type SessionOwner,
} from '#modules/accounts/server/prove-identity.ts'
import { sesiones } from '#modules/accounts/tables.ts'

/** Renews a session's proof of identity, and returns its expiry. Fails as `proveIdentity` does. */
export async function renewIdentity(
	deps: ProofDeps & { clock: Clock },
	owner: SessionOwner,
	proof: Proof,
): Promise<{ vigente_hasta: string } | Failure> {
	const proved = await proveIdentity(deps, owner, proof, { mayBeFresh: false })
	if (isFailure(proved)) return proved
	const now = deps.clock.now()
	return await deps.db.transaction(async (tx) => {
		const refused = await proved.settle(tx)
		if (refused) return refused
		const [session] = await tx
			.update(sesiones)
			.set({ identidad_at: now })
			.where(and(eq(sesiones.id, owner.sid), isNull(sesiones.revoked_at)))
			.returning({ id: sesiones.id })
		if (!session) return fail('sesion_expirada')
		return { vigente_hasta: secondsAfter(now, freshIdentitySeconds).toISOString() }
	})
}
