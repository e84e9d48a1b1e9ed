import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey, type SecretKeys } from '#server/platform/secret-keys.ts'

/** What a refresh token is kept as. */
export function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('base64url')
}

export interface RefreshTokens {
	/** A new token of a session: `<session id>.<random and its seal>`. */
	issue(sesionId: string): string
	/**
	 * The session of a token that this shop once gave out; undefined for any other text. The seal is what tells a token used
	 * twice, which ends its family, from one made up by somebody who wants to end another's session.
	 */
	sessionOf(token: string): string | undefined
}

const randomByteCount = 24
const sealByteCount = 16
const tokenShape = /^([0-9a-f-]{36})\.([\w-]{54})$/

/** Issues and reads refresh tokens, sealed with keys derived from the shop's secrets. */
export function createRefreshTokens(secrets: SecretKeys): RefreshTokens {
	const keys = secrets.map((secret) => deriveKey(secret, 'refresh-token'))
	const signingKey = deriveKey(secrets[0], 'refresh-token')
	const sealOf = (key: Uint8Array, sesionId: string, random: Buffer) =>
		createHmac('sha256', key).update(sesionId).update(random).digest().subarray(0, sealByteCount)

	return {
		issue(sesionId) {
			const random = randomBytes(randomByteCount)
			const secret = Buffer.concat([random, sealOf(signingKey, sesionId, random)])
			return `${sesionId}.${secret.toString('base64url')}`
		},
		sessionOf(token) {
			const [, sesionId, text] = tokenShape.exec(token) ?? []
			if (!sesionId || !text) return undefined
			const secret = Buffer.from(text, 'base64url')
			const random = secret.subarray(0, randomByteCount)
			const seal = secret.subarray(randomByteCount)
			const isGenuine = keys.some((key) => timingSafeEqual(seal, sealOf(key, sesionId, random)))
			return isGenuine ? sesionId : undefined
		},
	}
}
