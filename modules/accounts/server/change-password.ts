import { and, eq, isNull } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/token.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import { brokenNewPasswordRule } from '#modules/accounts/server/new-password-rule.ts'
import { hashPassword } from '#modules/accounts/server/password-hashing.ts'
import {
	type Proof,
	type ProofDeps,
	proveIdentity,
	type SessionOwner,
} from '#modules/accounts/server/prove-identity.ts'
import { hashToken } from '#modules/accounts/server/refresh-tokens.ts'
import type { SessionTools } from '#modules/accounts/server/sessions.ts'
import { setPassword } from '#modules/accounts/server/set-password.ts'
import { sesiones } from '#modules/accounts/tables.ts'

/**
 * Changes the caller's password after a proof of identity. Ends the other sessions; this one gets new tokens, and its
 * proof keeps its age. Fails with `clave_corta`, `clave_larga`, `clave_comun`, or as `proveIdentity` does.
 */
export async function changePassword(
	deps: ProofDeps & { sessions: SessionTools; mail: EnqueueMail },
	owner: SessionOwner & { email: string; first_name: string; last_name: string },
	request: Proof & { new_password: string },
): Promise<TokenAnswer | Failure> {
	const broken = brokenNewPasswordRule(request.new_password, owner)
	if (broken) return fail(broken)
	const proved = await proveIdentity(deps, owner, request, { mayBeFresh: true })
	if (isFailure(proved)) return proved
	const passwordHash = await hashPassword(request.new_password, request.queue)
	const { access, refresh, clock } = deps.sessions
	const now = clock.now()
	const token = refresh.issue(owner.sid)
	return await deps.db.transaction(async (tx) => {
		const refused = await proved.settle(tx)
		if (refused) return refused
		await setPassword(deps, tx, { accountId: owner.id, passwordHash, now, keepSession: owner.sid })
		const [kept] = await tx
			.update(sesiones)
			.set({ refresh_hash: hashToken(token) })
			.where(and(eq(sesiones.id, owner.sid), isNull(sesiones.revoked_at)))
			.returning({ id: sesiones.id })
		if (!kept) return fail('sesion_expirada')
		return { access: await access.sign({ accountId: owner.id, sessionId: owner.sid }, now), refresh: token }
	})
}
