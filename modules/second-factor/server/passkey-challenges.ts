import { z } from 'zod'
import { secondFactorSeconds, secondsAfter } from '#core/rules/lifetimes.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { limites } from '#core/server/http/tables.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { SecretKeys } from '#core/server/platform/secret-keys.ts'
import { createSigner } from '#core/server/platform/signing.ts'
import { hashToken } from '#modules/accounts/server/refresh-tokens.ts'

/** The purpose of a challenge: a new passkey or a proof of identity in one session, or the login of one account. */
export type PasskeyPurpose = `llave-nueva:${string}` | `llave-identidad:${string}` | `llave-ingreso:${number}`

/** Passkey challenges. They travel signed (`reto`), so that requesting one writes nothing. */
export interface PasskeyChallenges {
	/** Signs a challenge for one purpose; valid for five minutes. */
	issue(purpose: PasskeyPurpose, challenge: string): string
	/** Returns the challenge and uses it up; undefined when it is altered, expired, used, or of another purpose. */
	consume(tx: Transaction, purpose: PasskeyPurpose, reto: string): Promise<string | undefined>
}

/** Creates the challenges, signed with the shop's secrets. */
export function createPasskeyChallenges(keys: SecretKeys, clock: Clock): PasskeyChallenges {
	const signer = createSigner([keys[0], ...keys.slice(1)])
	const end = () => secondsAfter(clock.now(), secondFactorSeconds)
	return {
		issue: (purpose, challenge) => signer.sign(purpose, challenge, end()),
		async consume(tx, purpose, reto) {
			const challenge = z.string().safeParse(signer.verify(purpose, reto, clock.now())).data
			if (challenge === undefined) return undefined
			const [first] = await tx
				.insert(limites)
				.values({ clave: `llave:${hashToken(challenge)}`, cuenta: 1, hasta: end() })
				.onConflictDoNothing({ target: limites.clave })
				.returning({ clave: limites.clave })
			return first && challenge
		},
	}
}
