import { createHash, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { refuse } from '#core/contract/failure.ts'
import { readEmail, splitName } from '#core/rules/person-data.ts'
import { cleanLine } from '#core/rules/text.ts'
import { googleNonceSeconds, secondsAfter } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { limites } from '#core/server/http/tables.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import { createMac, type SecretKeys } from '#core/server/platform/secrets.ts'
import { hashToken } from '#modules/accounts/server/guard.ts'

export interface GoogleConfig {
	readonly clientId: string
	readonly jwksUrl: string
	readonly scriptUrl: string
}

/** Google's own addresses; production accepts no other key set. */
export const googleAddresses = {
	jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
	scriptUrl: 'https://accounts.google.com/gsi/client',
	issuers: ['https://accounts.google.com', 'accounts.google.com'],
} as const

/** The identity in a verified ID token; the only source of identity of a Google login. */
export interface GoogleIdentity {
	readonly sub: string
	readonly email: string
	readonly nombre: string
	readonly apellido: string
	readonly isAuthoritative: boolean
	readonly nonce: string
}

/** The tolerance of Google's own library, for a server whose clock is slightly slow. */
const clockToleranceSeconds = 300
const maxTokenAgeSeconds = 3600

const claimsShape = z.object({
	sub: z.string().min(1).max(255),
	aud: z.string(),
	email: z.string().max(320),
	email_verified: z.literal(true),
	hd: z.string().optional(),
	name: z.string().optional(),
	given_name: z.string().optional(),
	family_name: z.string().optional(),
	nonce: z.string().min(1).max(500),
})

/** These errors concern the address of the keys, not the token. */
function isProviderDown(error: unknown): boolean {
	if (!(error instanceof errors.JOSEError)) return error instanceof TypeError
	return ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(error.code)
}

const cleanName = (text: string) =>
	cleanLine(text)
		.replace(/[\p{Cc}\p{Cs}]/gu, '')
		.slice(0, 150)

/**
 * Creates the verifier of ID tokens: RS256 by Google's published keys, issuer, audience, time, verified address, a nonce.
 * It refuses with `google_invalido`, or with `google_no_responde` when the keys cannot be fetched.
 */
export function createGoogleVerifier(config: GoogleConfig, clock: Clock) {
	const keys = createRemoteJWKSet(new URL(config.jwksUrl), {
		timeoutDuration: 5000,
		cooldownDuration: 30_000,
		[customFetch]: fetchOutside,
	})

	return async (credential: string): Promise<GoogleIdentity> => {
		const { payload } = await jwtVerify(credential, keys, {
			algorithms: ['RS256'],
			issuer: [...googleAddresses.issuers],
			audience: config.clientId,
			clockTolerance: clockToleranceSeconds,
			currentDate: clock.now(),
			maxTokenAge: maxTokenAgeSeconds,
			requiredClaims: ['sub', 'exp', 'iat'],
		}).catch((error: unknown) => {
			if (isProviderDown(error)) refuse('google_no_responde')
			if (error instanceof errors.JOSEError) refuse('google_invalido')
			throw error
		})
		const claims = claimsShape.safeParse(payload).data ?? refuse('google_invalido')
		const { sub, hd, nonce, email_verified, name = '', given_name, family_name } = claims
		const email = readEmail(claims.email) ?? refuse('google_invalido')
		const parted = splitName(name)
		return {
			sub,
			email,
			nonce,
			nombre: cleanName(given_name ?? parted.nombre),
			apellido: cleanName(given_name === undefined ? parted.apellido : (family_name ?? '')),
			isAuthoritative: isGoogleAuthoritative(email, email_verified, hd),
		}
	}
}

const shape = /^([\w-]{22})\.([0-9a-z]{1,9})\.([\w-]{43})$/

/** Nonces that bind an ID token to a browser (`navegador`, an HttpOnly cookie). Signed, so none is stored. */
export function createGoogleNonces(keys: SecretKeys, clock: Clock) {
	const mac = createMac(keys, 'google-nonce')
	const signedText = (random: string, end: string, navegador: string) =>
		`${random}.${end}.${createHash('sha256').update(navegador).digest('base64url')}`

	return {
		issue(navegador: string) {
			const random = randomBytes(16).toString('base64url')
			const end = secondsAfter(clock.now(), googleNonceSeconds).getTime().toString(36)
			return `${random}.${end}.${mac.sign(signedText(random, end, navegador)).toString('base64url')}`
		},
		/** Whether this shop issued the nonce to this browser less than an hour ago. */
		isValid(nonce: string, navegador: string | undefined) {
			const [, random, end, text] = shape.exec(nonce) ?? []
			if (!random || !end || !text || !navegador) return false
			const isOurs = mac.verify(Buffer.from(text, 'base64url'), signedText(random, end, navegador))
			return isOurs && clock.now().getTime() < Number.parseInt(end, 36)
		},
		/** Uses the nonce up; false when it was used before. */
		async consume(tx: Transaction, nonce: string) {
			const hasta = secondsAfter(clock.now(), googleNonceSeconds)
			const [first] = await tx
				.insert(limites)
				.values({ clave: `google-nonce:${hashToken(nonce)}`, cuenta: 1, hasta })
				.onConflictDoNothing({ target: limites.clave })
				.returning({ clave: limites.clave })
			return first !== undefined
		},
	}
}

/**
 * Google is authoritative for an address only when it hosts the mailbox; others may have changed owners ("account
 * linking", Google's guide).
 */
export function isGoogleAuthoritative(email: string, isVerified: boolean, hostedDomain: string | undefined): boolean {
	return isVerified && (email.endsWith('@gmail.com') || Boolean(hostedDomain))
}

/**
 * Whether a Google identity is linked to the account with its address only with the account's password: always, unless
 * Google is authoritative for the address and the shop once verified it. Another person may have registered it first.
 */
export function needsPassword(
	{ isAuthoritative }: Pick<GoogleIdentity, 'isAuthoritative'>,
	account: { readonly email_verified_at: Date | null; readonly google_sub: string | null },
): boolean {
	return !isAuthoritative || account.email_verified_at === null || account.google_sub !== null
}
