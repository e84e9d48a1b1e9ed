import { importJWK, jwtVerify } from 'jose'

const day = 86_400

/** Returns a P-256 key from its 65 bytes: a marker, then both coordinates. */
async function keyOf(publicKey: string) {
	const bytes = Buffer.from(publicKey, 'base64url')
	if (bytes.length !== 65 || bytes[0] !== 4) throw new Error('k is no uncompressed key of P-256')
	const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)]
	const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
	return await importJWK(jwk, 'ES256')
}

/**
 * Returns why an `Authorization` header does not prove the subscription's application server key (RFC 8292); undefined when
 * it does. `audience`: origin of the push service.
 */
export async function vapidProblem(
	header: string | undefined,
	{ subscribedWith, audience }: { readonly subscribedWith: string; readonly audience: string },
): Promise<string | undefined> {
	const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? []
	if (!token || !key) return 'there is no vapid t=…, k=…'
	if (key !== subscribedWith) return 'k is not the applicationServerKey of the subscription'
	try {
		const { payload } = await jwtVerify(token, await keyOf(key), { algorithms: ['ES256'], audience })
		if (payload.exp === undefined || payload.exp > Date.now() / 1000 + day) return 'exp is more than a day ahead'
		return /^(mailto:\S+@\S+|https:\/\/\S+)$/.test(payload.sub ?? '') ? undefined : 'sub is no mailto: or https:'
	} catch (error) {
		return error instanceof Error ? error.message : 'the token cannot be read'
	}
}
