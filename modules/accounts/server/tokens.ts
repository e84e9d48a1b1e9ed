import { createHash, randomBytes } from 'node:crypto'
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { accessSeconds, secondsAfter } from '#core/rules/lifetimes.ts'
import { createMac } from '#core/server/platform/mac.ts'
import { deriveKey, type SecretKeys } from '#core/server/platform/secret-keys.ts'

/** Claims of an access token: account and login. Rights are read from the database at each call. */
export interface AccessClaims {
	readonly accountId: number
	readonly sessionId: string
}

export interface AccessTokens {
	sign(claims: AccessClaims, now: Date): Promise<string>
	/** Returns the claims of a genuine, unexpired token; undefined for any other text. */
	verify(token: string, now: Date): Promise<AccessClaims | undefined>
}

const issuer = 'premium-shaker'
const payloadShape = z.object({ sub: z.string().regex(/^[1-9]\d{0,9}$/), sid: z.uuid() })

/** The account id in a token that this shop has just signed. Verifies nothing. */
export const ownerOf = (signed: string): number => Number(decodeJwt(signed).sub)

/** Signs and verifies access tokens (JWT, HS256, 15 minutes) with keys derived from the shop's secrets. */
export function createAccessTokens(secrets: SecretKeys): AccessTokens {
	const keys = secrets.map((secret) => deriveKey(secret, 'access-token'))
	const signingKey = deriveKey(secrets[0], 'access-token')

	async function payloadOf(token: string, key: Uint8Array, now: Date): Promise<unknown> {
		try {
			const options = { algorithms: ['HS256'], issuer, currentDate: now, requiredClaims: ['exp', 'sub', 'sid'] }
			return (await jwtVerify(token, key, options)).payload
		} catch (error) {
			if (error instanceof errors.JOSEError) return undefined
			throw error
		}
	}

	return {
		sign: ({ accountId, sessionId }, now) =>
			new SignJWT({ sid: sessionId })
				.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
				.setIssuer(issuer)
				.setSubject(String(accountId))
				.setIssuedAt(now)
				.setExpirationTime(secondsAfter(now, accessSeconds))
				.sign(signingKey),
		async verify(token, now) {
			for (const key of keys) {
				const payload = payloadShape.safeParse(await payloadOf(token, key, now))
				if (!payload.success) continue
				return { accountId: Number(payload.data.sub), sessionId: payload.data.sid }
			}
			return undefined
		},
	}
}

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
