import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, fail, orRefuse, refuse } from '#core/contract/failure.ts'
import { freshIdentitySeconds, isFreshIdentity, secondsAfter } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { HostCookie } from '#core/server/http/cookies.ts'
import type { RequestOf } from '#core/server/http/handle.ts'
import type { QueueOptions } from '#core/server/http/limits.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type * as endpoints from '#modules/accounts/endpoints.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { hashingFor, isPassword } from '#modules/accounts/server/passwords.ts'
import type { AccountDeps } from '#modules/accounts/server/sessions.ts'
import type { ProofOfIdentity } from '#modules/accounts/shapes.ts'
import { sesiones } from '#modules/accounts/tables.ts'

/** Proof that the session's user is the account's owner, required before an irreversible action. */
type Proof = ProofOfIdentity & {
	/** The browser cookie of the nonce in the Google credential. */
	readonly navegador?: string | undefined
	readonly queue?: QueueOptions
}

export type ProofDeps = Pick<AccountDeps, 'db' | 'sessions' | 'hooks' | 'google' | 'nonces'>

/**
 * Verifies a proof: password or Google, or a factor of a module that is enough alone (a passkey with user
 * verification), and what modules ask besides (a second factor, unless the session's own proof is fresh). Returns the
 * part for the caller's transaction, which fails when the account changed meanwhile; that failure must be committed, since
 * it uses challenges up. Refuses, here or there, with `clave_incorrecta`, `codigo_incorrecto`, `llave_invalida`,
 * `google_invalido`, `google_no_responde` or `identidad_requerida`.
 */
export async function proveIdentity(
	deps: ProofDeps,
	owner: CurrentUser,
	proof: Proof,
	{ mayBeFresh }: { mayBeFresh: boolean },
): Promise<(tx: Transaction) => Promise<Failure | undefined>> {
	const factors = deps.hooks.identityFactors
	const settleFirst = factorAlone(deps, proof) ? undefined : await proveFirstFactor(deps, owner.id, proof)
	return async (tx) => {
		const [account] = await tx.select().from(usuarios).where(eq(usuarios.id, owner.id))
		if (!account) return fail('sesion_expirada')
		const isFresh = isFreshIdentity(owner.identidad_at, deps.sessions.clock.now())
		for (const factor of factors) {
			const lacking = factor.refuse(account, proof, { mayBeFresh, isFresh })
			if (lacking) return lacking
		}
		const outdated = await settleFirst?.(tx)
		if (outdated) return outdated
		for (const factor of factors) {
			const refused = await factor.check(deps.sessions, tx, { account, sid: owner.sid }, proof)
			if (refused) return refused
		}
		return undefined
	}
}

/** The name of the factor that makes a proof without password or Google. */
const factorAlone = ({ hooks }: Pick<ProofDeps, 'hooks'>, proof: ProofOfIdentity): string | undefined =>
	hooks.identityFactors.map((factor) => factor.aloneIn(proof)).find((name) => name !== undefined)

async function proveFirstFactor({ db, google, nonces }: ProofDeps, accountId: number, proof: Proof) {
	const { password_hash, google_sub } = usuarios
	const isOwn = eq(usuarios.id, accountId)
	const [account] = await db.select({ password_hash, google_sub }).from(usuarios).where(isOwn)
	if (!account) refuse('sesion_expirada')

	if (proof.credential !== undefined && google) {
		const { sub, nonce } = await google.verify(proof.credential)
		if (sub !== account.google_sub || !nonces.isValid(nonce, proof.navegador)) refuse('google_invalido')
		return async (tx: Transaction) => ((await nonces.consume(tx, nonce)) ? undefined : fail('google_invalido'))
	}
	const matches = await isPassword(account.password_hash, proof.password ?? '', proof.queue)
	if (!matches) refuse('clave_incorrecta')
	return async (tx: Transaction) => {
		const [now] = await tx.select({ password_hash }).from(usuarios).where(isOwn).for('update')
		return now?.password_hash === account.password_hash ? undefined : fail('clave_incorrecta')
	}
}

/** The browser id of Google's nonces; undefined without a genuine cookie. */
export function browserOf(cookie: HostCookie, request: FastifyRequest): string | undefined {
	const value = cookie.read(request)
	return value && /^[\w-]{22}$/.test(value) ? value : undefined
}

/** Reads the proof of identity in a request's body, with its browser and its share of the hashing queue. */
export const readProof = <Body extends object>(
	cookie: HostCookie,
	request: FastifyRequest & { readonly body: Body },
	reply: FastifyReply,
) => ({
	...request.body,
	navegador: browserOf(cookie, request),
	queue: hashingFor(request, reply, request.usuario.email, true),
})

/** Renews the session's proof of identity, and returns its expiry. Refuses as `proveIdentity` does. */
export async function renewIdentity(
	deps: AccountDeps,
	request: RequestOf<typeof endpoints.proveIdentity>,
	reply: FastifyReply,
): Promise<{ vigente_hasta: string }> {
	const owner = request.usuario
	const settle = await proveIdentity(deps, owner, readProof(deps.browserCookie, request, reply), { mayBeFresh: false })
	const now = deps.clock.now()
	const renewed = await deps.db.transaction(async (tx) => {
		const refused = await settle(tx)
		if (refused) return refused
		const [session] = await tx
			.update(sesiones)
			.set({ identidad_at: now })
			.where(and(eq(sesiones.id, owner.sid), isNull(sesiones.revoked_at)))
			.returning({ id: sesiones.id })
		if (!session) return fail('sesion_expirada')
		return { vigente_hasta: secondsAfter(now, freshIdentitySeconds).toISOString() }
	})
	const answer = orRefuse(renewed)
	request.recordSecurity('identidad_probada', { detalle: factorAlone(deps, request.body) })
	return answer
}
