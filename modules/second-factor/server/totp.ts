import { Secret, TOTP } from 'otpauth'

const period = 30

const totpOf = (secret: string, label = '') =>
	new TOTP({ issuer: 'Premium Shaker', label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** A new shared secret of 160 bits, in base 32 for typing. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The content of the app's QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The 30-second step of a code, at most one from now; undefined when it matches none. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
	// The library throws on six characters of more than six bytes.
	if (!/^\d{6}$/.test(code)) return undefined
	const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
	return delta === null ? undefined : Math.floor(now.getTime() / 1000 / period) + delta
}
