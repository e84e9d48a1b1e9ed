import type { Failure } from '#core/contract/failure.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { SecretKeys } from '#core/server/platform/secret-keys.ts'
import type { usuarios } from '#core/server/users/tables.ts'
import type { ProofOfIdentity } from '#modules/accounts/shapes.ts'

/** What the verification of a login or a proof needs besides the database. */
export interface LoginContext {
	readonly keys: SecretKeys
	readonly clock: Clock
	/** The origin of the shop's pages. */
	readonly publicUrl: string
}

/** The part of a login that was shown first. */
export type FirstFactor = 'clave' | 'google'

/** Returns the failure that asks for more before the login's session may open. */
export type SessionHook = (
	deps: LoginContext,
	tx: Transaction,
	accountId: number,
	first: FirstFactor,
) => Promise<Failure | undefined>

/** Another factor of a proof of identity. */
export interface IdentityFactor {
	/** The name of the factor in a proof if it needs neither password nor Google. */
	readonly aloneIn: (proof: ProofOfIdentity) => string | undefined
	/**
	 * The failure of a proof that lacks the factor. `mayBeFresh`: a proof of the session may replace it, if that `isFresh`.
	 */
	readonly refuse: (
		account: typeof usuarios.$inferSelect,
		proof: ProofOfIdentity,
		session: { readonly mayBeFresh: boolean; readonly isFresh: boolean },
	) => Failure | undefined
	/** Verifies the factor and uses it up, after the first one, under its lock of the account. */
	readonly check: (
		deps: LoginContext,
		tx: Transaction,
		session: { readonly account: typeof usuarios.$inferSelect; readonly sid: string },
		proof: ProofOfIdentity,
	) => Promise<Failure | undefined>
}
