import { eq } from 'drizzle-orm'
import type { TokenAnswer } from '#contract/accounts/token.ts'
import { type Failure, fail, isFailure } from '#contract/failure.ts'
import { brokenNewPasswordRule } from '#server/accounts/new-password-rule.ts'
import { hashPassword } from '#server/accounts/password-hashing.ts'
import { type Proof, type ProofDeps, proveIdentity } from '#server/accounts/prove-identity.ts'
import { openSession, type SessionTools } from '#server/accounts/sessions.ts'
import { setPassword } from '#server/accounts/set-password.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'

/**
 * Changes one's own password after the present one, or a fresh Google sign-in. Ends every session and gives a new one. Fails
 * with `clave_corta`, `clave_larga`, `clave_comun`, `clave_incorrecta` or `google_invalido`.
 */
export async function changePassword(
	deps: ProofDeps & { sessions: SessionTools; mail: EnqueueMail },
	accountId: number,
	request: Proof & { new_password: string; dispositivo: string },
): Promise<TokenAnswer | Failure> {
	const { email, first_name, last_name } = usuarios
	const [owner] = await deps.db
		.select({ email, first_name, last_name })
		.from(usuarios)
		.where(eq(usuarios.id, accountId))
	if (!owner) return fail('sesion_expirada')
	const broken = brokenNewPasswordRule(request.new_password, owner)
	if (broken) return fail(broken)
	const proved = await proveIdentity(deps, accountId, request)
	if (isFailure(proved)) return proved
	const passwordHash = await hashPassword(request.new_password, { isKnown: true })
	return await deps.db.transaction(async (tx) => {
		if (!(await proved.settle(tx))) return fail('clave_incorrecta')
		await setPassword(deps, tx, { accountId, passwordHash, now: deps.sessions.clock.now() })
		return await openSession(deps.sessions, tx, { accountId, dispositivo: request.dispositivo })
	})
}
