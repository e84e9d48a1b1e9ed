import { normalizeCoupon } from '#domain/orders/totals.ts'

/** The SHA-256 of a text, in hexadecimal. */
async function sha256(text: string): Promise<string> {
	const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
	return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Compares a code with the digest of the right one, trimmed and without case. The code itself is never in the page; the server
 * checks it again.
 */
export async function isCoupon(code: string, cupon_sha256: string | null): Promise<boolean> {
	const normal = normalizeCoupon(code)
	// Browsers give no digests on plain http. Then the server alone decides, when the order is sent.
	if (!globalThis.crypto?.subtle) return normal !== '' && cupon_sha256 !== null
	return normal !== '' && cupon_sha256 !== null && (await sha256(normal)) === cupon_sha256.toLowerCase()
}
