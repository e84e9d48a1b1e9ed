import { isRecord } from '#core/rules/is-record.ts'
/** Decodes a JWT's payload without verifying it, which is the server's part; undefined when malformed. */
export function readTokenPayload(token: string): Readonly<Record<string, unknown>> | undefined {
	const payload = token.split('.')[1]
	if (payload === undefined) return undefined
	try {
		const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0))
		const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
		return isRecord(claims) ? claims : undefined
	} catch {
		return undefined
	}
}
