import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signs small data that leaves the server and returns (quotes, links). A token is readable by all, and expires at
 * `expiresAt`.
 */
export interface Signer {
	/** Signs `payload` for one `purpose`; a token of another purpose never verifies. */
	sign(purpose: string, payload: unknown, expiresAt: Date): string
	/** The token's payload, or undefined when it is altered, of another purpose, or expired. */
	verify(purpose: string, token: string, now: Date): unknown
}

/** The first secret signs; every secret verifies, so that a rotation does not break issued tokens. */
export function createSigner(secrets: readonly [string, ...string[]]): Signer {
	const mac = (secret: string, purpose: string, body: string) =>
		createHmac('sha256', secret).update(`${purpose}\n${body}`).digest()

	return {
		sign(purpose, payload, expiresAt) {
			const body = Buffer.from(JSON.stringify({ p: payload, e: expiresAt.getTime() })).toString('base64url')
			return `${body}.${mac(secrets[0], purpose, body).toString('base64url')}`
		},
		verify(purpose, token, now) {
			const [body, signature, ...rest] = token.split('.')
			if (!body || !signature || rest.length > 0) return undefined
			const given = Buffer.from(signature, 'base64url')
			const genuine = secrets.some((secret) => {
				const expected = mac(secret, purpose, body)
				return given.length === expected.length && timingSafeEqual(given, expected)
			})
			if (!genuine) return undefined
			const { p, e } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { p: unknown; e: number }
			return now.getTime() < e ? p : undefined
		},
	}
}
