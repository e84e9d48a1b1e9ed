import { z } from 'zod'
import { secondFactorSeconds, secondsAfter } from '#core/rules/lifetimes.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { SecretKeys } from '#core/server/platform/secret-keys.ts'
import { createSigner } from '#core/server/platform/signing.ts'
import type { usuarios } from '#core/server/users/tables.ts'
import type { FirstFactor } from '#modules/accounts/server/login-hooks.ts'
import { hashToken } from '#modules/accounts/server/refresh-tokens.ts'

type Credentials = Pick<typeof usuarios.$inferSelect, 'id' | 'password_hash' | 'google_sub'>

/**
 * Signed statements that the first factor of an account was shown and the second is missing. They open no session by
 * themselves.
 */
export interface LoginChallenges {
	issue(account: Credentials, first: FirstFactor): string
	/** The account and the first factor of a genuine, unexpired challenge. */
	read(ficha: string): { accountId: number; first: FirstFactor } | undefined
	/** Whether the account's password and Google identity are unchanged since the first factor. */
	isStillOf(ficha: string, account: Credentials): boolean
}

const purpose = 'segundo-factor'
const noteShape = z.object({ u: z.int(), c: z.string(), f: z.enum(['clave', 'google']) })

/** Creates the challenges, signed with the shop's secrets. */
export function createLoginChallenges(keys: SecretKeys, clock: Clock): LoginChallenges {
	const signer = createSigner([keys[0], ...keys.slice(1)])
	const stateOf = ({ id, password_hash, google_sub }: Credentials) =>
		hashToken(`${id}\n${password_hash}\n${google_sub}`)
	const read = (ficha: string) => noteShape.safeParse(signer.verify(purpose, ficha, clock.now())).data
	return {
		issue(account, first) {
			const note = { u: account.id, c: stateOf(account), f: first }
			return signer.sign(purpose, note, secondsAfter(clock.now(), secondFactorSeconds))
		},
		read(ficha) {
			const note = read(ficha)
			return note && { accountId: note.u, first: note.f }
		},
		isStillOf: (ficha, account) => read(ficha)?.c === stateOf(account),
	}
}
