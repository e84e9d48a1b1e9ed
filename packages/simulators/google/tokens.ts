import { createHmac, randomUUID } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import { type SimulatedAccount, subOf } from './accounts.ts'
import type { Keys } from './keys.ts'

export const variants = {
	normal: 'Correcto',
	vencido: 'Vencido',
	aun_no_valido: 'Todavía no válido',
	otra_audiencia: 'Para otra aplicación (aud)',
	otro_emisor: 'De otro emisor (iss)',
	correo_sin_verificar: 'Con el correo sin verificar',
	verificado_texto: 'Con email_verified como texto',
	sin_correo: 'Sin correo',
	sin_nonce: 'Sin nonce',
	otro_nonce: 'Con otro nonce',
	llave_ajena: 'Firmado con una llave ajena',
	llave_desconocida: 'Con un kid que nadie publica',
	firma_alterada: 'Con el contenido cambiado después de firmar',
	alg_none: 'Sin firma (alg none)',
	alg_hs256: 'Firmado con HS256 y la llave pública',
} as const

export type Variant = keyof typeof variants

export interface TokenOrder {
	readonly account: SimulatedAccount
	readonly clientId: string
	readonly nonce?: string | undefined
	readonly variant: Variant
	/** Claims that override the defaults. */
	readonly claims?: Readonly<Record<string, unknown>> | undefined
}

const hourSeconds = 3600
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function usualClaims({ account, clientId, nonce }: TokenOrder, now: number): JWTPayload {
	const [given = '', ...family] = account.name.split(' ')
	return {
		iss: 'https://accounts.google.com',
		azp: clientId,
		aud: clientId,
		sub: subOf(account.email),
		email: account.email,
		email_verified: account.email_verified,
		...(account.hd ? { hd: account.hd } : {}),
		...(nonce ? { nonce } : {}),
		nbf: now - 300,
		name: account.name,
		given_name: given,
		...(family.length > 0 ? { family_name: family.join(' ') } : {}),
		iat: now,
		exp: now + hourSeconds,
		jti: randomUUID().replaceAll('-', ''),
	}
}

function spoil(claims: JWTPayload, variant: Variant, now: number): JWTPayload {
	switch (variant) {
		case 'vencido':
			return { ...claims, nbf: now - 7500, iat: now - 7200, exp: now - hourSeconds }
		case 'aun_no_valido':
			return { ...claims, nbf: now + 1800, iat: now + 1800, exp: now + 5400 }
		case 'otra_audiencia':
			return { ...claims, aud: 'otra-aplicacion.apps.googleusercontent.com' }
		case 'otro_emisor':
			return { ...claims, iss: 'https://cuentas.example' }
		case 'correo_sin_verificar':
			return { ...claims, email_verified: false }
		case 'verificado_texto':
			return { ...claims, email_verified: 'true' }
		case 'sin_correo':
			return { ...claims, email: undefined, email_verified: undefined }
		case 'sin_nonce':
			return { ...claims, nonce: undefined }
		case 'otro_nonce':
			return { ...claims, nonce: randomUUID() }
		default:
			return claims
	}
}

/** Mints an ID token (RS256, one hour), or one with the defect `variant`. */
export async function mintToken(keys: Keys, order: TokenOrder, clock: () => Date): Promise<string> {
	const now = Math.floor(clock().getTime() / 1000)
	const claims = { ...spoil(usualClaims(order, now), order.variant, now), ...order.claims }
	const { kid, key, publicJwk } = await keys.current()
	const sign = (header: { kid: string }, signer: typeof key) =>
		new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...header }).sign(signer)

	switch (order.variant) {
		case 'llave_ajena':
			return await sign({ kid }, await keys.foreign())
		case 'llave_desconocida':
			return await sign({ kid: randomUUID().replaceAll('-', '') }, await keys.foreign())
		case 'firma_alterada': {
			const [header, , signature] = (await sign({ kid }, key)).split('.')
			return `${header}.${encode({ ...claims, email: 'otra.persona@gmail.com' })}.${signature}`
		}
		case 'alg_none':
			return `${encode({ alg: 'none', kid, typ: 'JWT' })}.${encode(claims)}.`
		case 'alg_hs256': {
			const body = `${encode({ alg: 'HS256', kid, typ: 'JWT' })}.${encode(claims)}`
			return `${body}.${createHmac('sha256', JSON.stringify(publicJwk)).update(body).digest('base64url')}`
		}
		default:
			return await sign({ kid }, key)
	}
}
