import { createHash, createSecretKey, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { type Failure, orRefuse, refuse } from '#core/contract/failure.ts'
import { accessSeconds, isFreshIdentity, secondsAfter } from '#core/rules/times.ts'
import type { Database, Transaction } from '#core/server/db/database.ts'
import type { StaffRule } from '#core/server/module.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { createMac, deriveKey, type SecretKeys } from '#core/server/platform/secrets.ts'
import { effective, isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { ProofOfIdentity } from '#modules/accounts/shapes.ts'
import { sesiones } from '#modules/accounts/tables.ts'

/** The account of a request, read from the database for each request. */
export interface CurrentUser {
	readonly id: number
	readonly email: string
	readonly first_name: string
	readonly last_name: string
	readonly is_staff: boolean
	readonly is_superuser: boolean
	/** Defaults of the next checkout; empty when unknown. */
	readonly telefono: string
	readonly direccion: string
	/** The session id of the access token. */
	readonly sid: string
	/** The time of the last proof of identity in this session. */
	readonly identidad_at: Date
	readonly segundo_factor_at: Date | null
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Set by the guard: read it only in routes with one of its hooks. */
		usuario: CurrentUser
	}
}

const maxTokenCharacters = 2000

/**
 * Creates the hooks for `onRequest` (or `preHandler`) that set `request.usuario`. They read account and session at every
 * request, so that a revoked right or session ends at once.
 */
export function createGuard(deps: {
	db: Database
	keys: SecretKeys
	clock: Clock
	/** What modules require of staff in the panel. */
	staffRules?: readonly StaffRule[]
}) {
	const tokens = createAccessTokens(deps.keys)

	/** Refuses with `sesion_expirada` without an open session. */
	async function requireCustomer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		const header = request.headers.authorization ?? ''
		const token = header.length > maxTokenCharacters ? undefined : /^bearer +(\S+)$/i.exec(header)?.[1]
		const now = deps.clock.now()
		const claims = token && (await tokens.verify(token, now))
		const usuario = claims ? await readUser(deps.db, claims, now) : undefined
		if (!usuario) {
			reply.header('www-authenticate', 'Bearer')
			refuse('sesion_expirada')
		}
		request.usuario = usuario
	}

	return {
		requireCustomer,
		/** Refuses with `sesion_expirada`, `solo_staff`, or as the modules' rules. */
		async requireStaff(request: FastifyRequest, reply: FastifyReply): Promise<void> {
			await requireCustomer(request, reply)
			if (!request.usuario.is_staff) refuse('solo_staff')
			for (const rule of deps.staffRules ?? []) orRefuse(rule(request.usuario))
		},
		/**
		 * Runs after one of the others. Refuses with `identidad_requerida` when the last proof of identity is older than ten
		 * minutes.
		 */
		async requireFreshIdentity({ usuario }: FastifyRequest): Promise<void> {
			if (!isFreshIdentity(usuario.identidad_at, deps.clock.now())) refuse('identidad_requerida')
		},
	}
}

/** The account of an open session; undefined when either has ended. */
async function readUser(db: Database, claims: AccessClaims, now: Date): Promise<CurrentUser | undefined> {
	const { id, email, first_name, last_name, is_staff, is_superuser, telefono, direccion, segundo_factor_at } = usuarios
	const [usuario] = await db
		.select({
			id,
			email,
			first_name,
			last_name,
			is_staff: effective(is_staff),
			is_superuser: effective(is_superuser),
			telefono,
			direccion,
			sid: sesiones.id,
			identidad_at: sesiones.identidad_at,
			segundo_factor_at,
		})
		.from(sesiones)
		.innerJoin(usuarios, eq(usuarios.id, sesiones.usuario_id))
		.where(
			and(
				eq(sesiones.id, claims.sessionId),
				eq(sesiones.usuario_id, claims.accountId),
				isNull(sesiones.revoked_at),
				gt(sesiones.expires_at, now),
				isOpenAccount,
			),
		)
	return usuario
}

/** What the verification of a login or a proof needs besides the database. */
export interface LoginContext {
	readonly keys: SecretKeys
	readonly clock: Clock
	/** The origin of the shop's pages. */
	readonly publicUrl: string
}

export type FirstFactor = 'clave' | 'google'

/** Returns the failure that asks for more before the login's session may open. */
export type SessionHook = (
	deps: LoginContext,
	tx: Transaction,
	accountId: number,
	first: FirstFactor,
) => Promise<Failure | undefined>

export interface IdentityFactor {
	/** The name of the factor in a proof if it needs neither password nor Google. */
	readonly aloneIn: (proof: ProofOfIdentity) => string | undefined
	/**
	 * The failure of a proof that lacks the factor. `mayBeFresh`: a proof of the session may replace it, if that `isFresh`.
	 */
	readonly refuse: (
		account: typeof usuarios.$inferSelect,
		proof: ProofOfIdentity,
		session: { readonly mayBeFresh: boolean; readonly isFresh: boolean },
	) => Failure | undefined
	/** Verifies the factor and uses it up, after the first one, under its lock of the account. */
	readonly check: (
		deps: LoginContext,
		tx: Transaction,
		session: { readonly account: typeof usuarios.$inferSelect; readonly sid: string },
		proof: ProofOfIdentity,
	) => Promise<Failure | undefined>
}

/** Claims of an access token: account and login. Rights are read from the database at each call. */
interface AccessClaims {
	readonly accountId: number
	readonly sessionId: string
}

const issuer = 'premium-shaker'
const payloadShape = z.object({ sub: z.string().regex(/^[1-9]\d{0,9}$/), sid: z.uuid() })

/** The account id in a token that this shop has just signed. Verifies nothing. */
export const ownerOf = (signed: string): number => Number(decodeJwt(signed).sub)

/** Signs and verifies access tokens (JWT, HS256, 15 minutes) with keys derived from the shop's secrets. */
export function createAccessTokens(secrets: SecretKeys) {
	// As key objects: bytes would be imported anew for each token.
	const keyOf = (secret: string) => createSecretKey(deriveKey(secret, 'access-token'))
	const keys = secrets.map(keyOf)
	const signingKey = keyOf(secrets[0])

	return {
		sign: ({ accountId, sessionId }: AccessClaims, now: Date): Promise<string> =>
			new SignJWT({ sid: sessionId })
				.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
				.setIssuer(issuer)
				.setSubject(String(accountId))
				.setIssuedAt(now)
				.setExpirationTime(secondsAfter(now, accessSeconds))
				.sign(signingKey),
		/** Returns the claims of a genuine, unexpired token; undefined for any other text. */
		async verify(token: string, now: Date): Promise<AccessClaims | undefined> {
			const options = { algorithms: ['HS256'], issuer, currentDate: now, requiredClaims: ['exp', 'sub', 'sid'] }
			for (const key of keys) {
				const verified = await jwtVerify(token, key, options).catch((error: unknown) => {
					if (error instanceof errors.JOSEError) return undefined
					throw error
				})
				const payload = payloadShape.safeParse(verified?.payload)
				if (payload.success) return { accountId: Number(payload.data.sub), sessionId: payload.data.sid }
			}
			return undefined
		},
	}
}

export function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('base64url')
}

const randomByteCount = 24
const macByteCount = 16
const tokenShape = /^([0-9a-f-]{36})\.([\w-]{54})$/

/** Tokens of sessions: `<session id>.<random and its MAC>`. */
export function createRefreshTokens(secrets: SecretKeys) {
	const mac = createMac(secrets, 'refresh-token', macByteCount)
	const successor = createMac(secrets, 'refresh-token-next', randomByteCount)
	const signedText = (sessionId: string, random: Buffer) => Buffer.concat([Buffer.from(sessionId), random])

	const tokenOf = (sessionId: string, random: Buffer) => {
		const secret = Buffer.concat([random, mac.sign(signedText(sessionId, random))])
		return `${sessionId}.${secret.toString('base64url')}`
	}

	return {
		issue: (sessionId: string) => tokenOf(sessionId, randomBytes(randomByteCount)),
		/** The token after `token` in its session: derived, so that it need not be stored to be sent again. */
		next: (sessionId: string, token: string) => tokenOf(sessionId, successor.sign(token)),
		/** The session of a token that this shop issued; undefined for other text, so that a forged token ends no session. */
		sessionOf(token: string) {
			const [, sessionId, text] = tokenShape.exec(token) ?? []
			if (!sessionId || !text) return undefined
			const secret = Buffer.from(text, 'base64url')
			const random = secret.subarray(0, randomByteCount)
			return mac.verify(secret.subarray(randomByteCount), signedText(sessionId, random)) ? sessionId : undefined
		},
	}
}
