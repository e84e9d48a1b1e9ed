import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { freshIdentitySeconds, isFreshIdentity, secondsAfter } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { HostCookie } from '#core/server/http/cookies.ts'
import type { QueueOptions } from '#core/server/http/limits.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { hashingFor, isPassword } from '#modules/accounts/server/passwords.ts'
import type { AccountDeps } from '#modules/accounts/server/sessions.ts'
import type { ProofOfIdentity } from '#modules/accounts/shapes.ts'
import { sesiones } from '#modules/accounts/tables.ts'

/** Proof that the session's user is the account's owner, required before an irreversible action. */
export type Proof = ProofOfIdentity & {
	/** The browser cookie of the nonce in the Google credential. */
	readonly navegador?: string | undefined
	readonly queue?: QueueOptions
}

export interface ProofDeps extends Pick<AccountDeps, 'db' | 'sessions' | 'hooks' | 'google' | 'nonces'> {}

export interface SessionOwner {
	readonly id: number
	readonly sid: string
	/** The session's last proof of identity, including the second factor where the account has one. */
	readonly identidad_at: Date
}

/** The part of a proof for the caller's transaction: it fails when the account changed meanwhile. */
interface Proved {
	settle(tx: Transaction): Promise<undefined | Failure>
}

/**
 * Verifies a proof: password or Google, or a factor of a module that is enough alone (a passkey with user
 * verification), and what modules ask besides (a second factor, unless the session's own proof is fresh). Fails, here or in `settle`, with `clave_incorrecta`,
 * `codigo_incorrecto`, `llave_invalida`, `google_invalido`, `google_no_responde` or `identidad_requerida`.
 */
export async function proveIdentity(
	deps: ProofDeps,
	owner: SessionOwner,
	proof: Proof,
	{ mayBeFresh }: { mayBeFresh: boolean },
): Promise<Proved | Failure> {
	const factors = deps.hooks.identityFactors
	const first = factorAlone(deps, proof) ? undefined : await proveFirstFactor(deps, owner.id, proof)
	if (isFailure(first)) return first
	return {
		async settle(tx) {
			const [account] = await tx.select().from(usuarios).where(eq(usuarios.id, owner.id))
			if (!account) return fail('sesion_expirada')
			const isFresh = isFreshIdentity(owner.identidad_at, deps.sessions.clock.now())
			for (const factor of factors) {
				const lacking = factor.refuse(account, proof, { mayBeFresh, isFresh })
				if (lacking) return lacking
			}
			const outdated = await first?.settle(tx)
			if (outdated) return outdated
			for (const factor of factors) {
				const refused = await factor.check(deps.sessions, tx, { account, sid: owner.sid }, proof)
				if (refused) return refused
			}
			return undefined
		},
	}
}

/** The name of the factor that makes a proof without password or Google. */
export const factorAlone = ({ hooks }: Pick<ProofDeps, 'hooks'>, proof: ProofOfIdentity): string | undefined =>
	hooks.identityFactors.map((factor) => factor.aloneIn(proof)).find((name) => name !== undefined)

async function proveFirstFactor(deps: ProofDeps, accountId: number, proof: Proof): Promise<Proved | Failure> {
	const { password_hash, google_sub } = usuarios
	const [account] = await deps.db.select({ password_hash, google_sub }).from(usuarios).where(eq(usuarios.id, accountId))
	if (!account) return fail('sesion_expirada')

	if (proof.credential !== undefined && deps.google) {
		const identity = await deps.google.verifier.verify(proof.credential)
		if (isFailure(identity)) return identity
		if (identity.sub !== account.google_sub || !deps.nonces.isValid(identity.nonce, proof.navegador)) {
			return fail('google_invalido')
		}
		return {
			settle: async (tx) => ((await deps.nonces.consume(tx, identity.nonce)) ? undefined : fail('google_invalido')),
		}
	}
	const matches = await isPassword(account.password_hash, proof.password ?? '', proof.queue)
	if (!matches) return fail('clave_incorrecta')
	return {
		async settle(tx) {
			const [now] = await tx.select({ password_hash }).from(usuarios).where(eq(usuarios.id, accountId)).for('update')
			return now?.password_hash === account.password_hash ? undefined : fail('clave_incorrecta')
		},
	}
}

/** The browser id of Google's nonces; undefined without a genuine cookie. */
export function browserOf(cookie: HostCookie, request: FastifyRequest): string | undefined {
	const value = cookie.read(request)
	return value && /^[\w-]{22}$/.test(value) ? value : undefined
}

/** Reads the proof of identity in a request's body, with its browser and its share of the hashing queue. */
export const readProofWith =
	(cookie: HostCookie) =>
	<Body extends object>(request: FastifyRequest & { readonly body: Body }, reply: FastifyReply) => ({
		...request.body,
		navegador: browserOf(cookie, request),
		queue: hashingFor(request, reply, request.usuario.email, true),
	})

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
