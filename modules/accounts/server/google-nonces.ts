import { createHash, randomBytes } from 'node:crypto'
import { googleNonceSeconds, secondsAfter } from '#core/rules/lifetimes.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { limites } from '#core/server/http/tables.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { createMac } from '#core/server/platform/mac.ts'
import type { SecretKeys } from '#core/server/platform/secret-keys.ts'
import { hashToken } from '#modules/accounts/server/refresh-tokens.ts'

/** Nonces that bind an ID token to a browser (`navegador`, an HttpOnly cookie). Signed, so none is stored. */
export interface GoogleNonces {
	issue(navegador: string): string
	/** Whether this shop issued the nonce to this browser less than an hour ago. */
	isValid(nonce: string, navegador: string | undefined): boolean
	/** Uses the nonce up; false when it was used before. */
	consume(tx: Transaction, nonce: string): Promise<boolean>
}

const shape = /^([\w-]{22})\.([0-9a-z]{1,9})\.([\w-]{43})$/

export function createGoogleNonces(keys: SecretKeys, clock: Clock): GoogleNonces {
	const mac = createMac(keys, 'google-nonce')
	const signedText = (random: string, end: string, navegador: string) =>
		`${random}.${end}.${createHash('sha256').update(navegador).digest('base64url')}`

	return {
		issue(navegador) {
			const random = randomBytes(16).toString('base64url')
			const end = secondsAfter(clock.now(), googleNonceSeconds).getTime().toString(36)
			return `${random}.${end}.${mac.sign(signedText(random, end, navegador)).toString('base64url')}`
		},
		isValid(nonce, navegador) {
			const [, random, end, text] = shape.exec(nonce) ?? []
			if (!random || !end || !text || !navegador) return false
			const isOurs = mac.verify(Buffer.from(text, 'base64url'), signedText(random, end, navegador))
			return isOurs && clock.now().getTime() < Number.parseInt(end, 36)
		},
		async consume(tx, nonce) {
			const used = { clave: `google-nonce:${hashToken(nonce)}`, cuenta: 1 }
			const hasta = secondsAfter(clock.now(), googleNonceSeconds)
			const [first] = await tx
				.insert(limites)
				.values({ ...used, hasta })
				.onConflictDoNothing({ target: limites.clave })
				.returning({ clave: limites.clave })
			return first !== undefined
		},
	}
}
