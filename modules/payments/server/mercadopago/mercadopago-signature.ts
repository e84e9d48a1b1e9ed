import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signed parts of a notification. An absent part is omitted from the manifest. */
export interface SignedParts {
	/** `data.id` of the query, as received. */
	readonly dataId: string | undefined
	readonly requestId: string | undefined
	/** Seconds or milliseconds since 1970: the provider's documentation disagrees, both occur. */
	readonly ts: string
}

/** Notifications are retried for days, and they are only hints: an old one does no harm. */
const oldestDays = 7
const clockSkewMinutes = 10

/** Signs the manifest `id:…;request-id:…;ts:…;` with the webhook secret, as 64 hexadecimal digits. */
export function signManifest({ dataId, requestId, ts }: SignedParts, secret: string): string {
	const manifest = `${dataId ? `id:${dataId};` : ''}${requestId ? `request-id:${requestId};` : ''}ts:${ts};`
	return createHmac('sha256', secret).update(manifest).digest('hex')
}

/** Whether the header `x-signature` (`ts=…,v1=…`) is genuine and of the last days. */
export function isSignatureValid(
	header: string | undefined,
	parts: Omit<SignedParts, 'ts'>,
	secret: string,
	now: Date,
): boolean {
	const fields = new Map((header ?? '').split(',').map((field) => splitOnce(field)))
	const ts = fields.get('ts')
	const given = fields.get('v1')
	if (!ts || !/^\d{10,16}$/.test(ts) || !given || !/^[0-9a-f]{64}$/i.test(given)) return false
	const expected = Buffer.from(signManifest({ ...parts, ts }, secret), 'hex')
	if (!timingSafeEqual(expected, Buffer.from(given, 'hex'))) return false
	const signedAt = Number(ts) > 1e11 ? Number(ts) : Number(ts) * 1_000
	const ageMs = now.getTime() - signedAt
	return ageMs <= oldestDays * 86_400_000 && ageMs >= -clockSkewMinutes * 60_000
}

function splitOnce(field: string): [string, string] {
	const at = field.indexOf('=')
	return at < 0 ? [field.trim(), ''] : [field.slice(0, at).trim(), field.slice(at + 1).trim()]
}
