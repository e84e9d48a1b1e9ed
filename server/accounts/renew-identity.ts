import { and, eq, isNull } from 'drizzle-orm'
import type { ShownFactor } from '#contract/accounts/second-factor.ts'
import { type Failure, fail, isFailure } from '#contract/failure.ts'
import { freshIdentitySeconds, secondsAfter } from '#domain/accounts/lifetimes.ts'
import { type Proof, type ProofDeps, proveIdentity } from '#server/accounts/prove-identity.ts'
import { checkFactor, type FactorTools } from '#server/accounts/second-factor/check-factor.ts'
import { sesiones, usuarios } from '#server/db/tables/accounts.ts'
import type { Clock } from '#server/platform/clock.ts'

/**
 * Renews a session's proof of identity, and gives until when it counts. A passkey proves it alone (WebAuthn with user
 * verification); password or Google need the second factor too. Fails with `clave_incorrecta`, `codigo_incorrecto`,
 * `llave_invalida`, `google_invalido` or `google_no_responde`.
 */
export async function renewIdentity(
	deps: ProofDeps & FactorTools & { clock: Clock },
	owner: { id: number; sid: string },
	proof: Proof & ShownFactor,
): Promise<{ vigente_hasta: string } | Failure> {
	const login = { accountId: owner.id, purpose: `llave-identidad:${owner.sid}` } as const
	const proved = proof.llave ? undefined : await proveIdentity(deps, owner.id, proof)
	if (isFailure(proved)) return proved
	const now = deps.clock.now()
	return await deps.db.transaction(async (tx) => {
		if (proved && !(await proved.settle(tx))) return fail('clave_incorrecta')
		const [account] = await tx.select().from(usuarios).where(eq(usuarios.id, owner.id))
		if (proof.llave || account?.segundo_factor_at) {
			if (!proof.llave && !proof.codigo) {
				return fail('codigo_incorrecto', { text: 'Escribe también el código de tu segundo paso.' })
			}
			const used = await checkFactor(deps, tx, login, proof)
			if (isFailure(used)) return used
		}
		const [session] = await tx
			.update(sesiones)
			.set({ identidad_at: now })
			.where(and(eq(sesiones.id, owner.sid), isNull(sesiones.revoked_at)))
			.returning({ id: sesiones.id })
		if (!session) return fail('sesion_expirada')
		return { vigente_hasta: secondsAfter(now, freshIdentitySeconds).toISOString() }
	})
}
