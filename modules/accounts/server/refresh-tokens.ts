import { createHash, randomBytes } from 'node:crypto'
import { createMac } from '#core/server/platform/mac.ts'
import type { SecretKeys } from '#core/server/platform/secret-keys.ts'

export function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('base64url')
}

export interface RefreshTokens {
	/** Issues a token of a session: `<session id>.<random and its MAC>`. */
	issue(sessionId: string): string
	/** The token after `token` in its session: derived, so that it need not be stored to be sent again. */
	next(sessionId: string, token: string): string
	/** The session of a token that this shop issued; undefined for other text, so that a forged token ends no session. */
	sessionOf(token: string): string | undefined
}

const randomByteCount = 24
const macByteCount = 16
const tokenShape = /^([0-9a-f-]{36})\.([\w-]{54})$/

export function createRefreshTokens(secrets: SecretKeys): RefreshTokens {
	const mac = createMac(secrets, 'refresh-token', macByteCount)
	const successor = createMac(secrets, 'refresh-token-next', randomByteCount)
	const signedText = (sessionId: string, random: Buffer) => Buffer.concat([Buffer.from(sessionId), random])

	const tokenOf = (sessionId: string, random: Buffer) => {
		const secret = Buffer.concat([random, mac.sign(signedText(sessionId, random))])
		return `${sessionId}.${secret.toString('base64url')}`
	}

	return {
		issue: (sessionId) => tokenOf(sessionId, randomBytes(randomByteCount)),
		next: (sessionId, token) => tokenOf(sessionId, successor.sign(token)),
		sessionOf(token) {
			const [, sessionId, text] = tokenShape.exec(token) ?? []
			if (!sessionId || !text) return undefined
			const secret = Buffer.from(text, 'base64url')
			const random = secret.subarray(0, randomByteCount)
			return mac.verify(secret.subarray(randomByteCount), signedText(sessionId, random)) ? sessionId : undefined
		},
	}
}
