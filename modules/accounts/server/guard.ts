import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { type Failure, FailureAnswer, refuse } from '#core/contract/failure.ts'
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

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Hooks for `onRequest` (or `preHandler`) that set `request.usuario`. */
interface Guard {
	/** Fails with 401 `sesion_expirada` without a session. */
	readonly requireCustomer: Hook
	/** Fails with 401 `sesion_expirada`, 403 `solo_staff`, or as the modules' rules. */
	readonly requireStaff: Hook
	/**
	 * Runs after one of the others. Fails with 403 `identidad_requerida` when the last proof of identity is older than ten
	 * minutes.
	 */
	readonly requireFreshIdentity: Hook
	/** The account of the bearer token, or undefined; for public routes with extra data for customers. */
	identify(request: FastifyRequest): Promise<CurrentUser | undefined>
}

const maxTokenCharacters = 2000

function bearerOf(request: FastifyRequest): string | undefined {
	const header = request.headers.authorization ?? ''
	if (header.length > maxTokenCharacters) return undefined
	return /^bearer +(\S+)$/i.exec(header)?.[1]
}

/** The account of an open session; undefined when either has ended. */
async function readUser(db: Database, claims: AccessClaims, now: Date): Promise<CurrentUser | undefined> {
	const { id, email, first_name, last_name, is_staff, is_superuser, telefono, direccion } = usuarios
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
			segundo_factor_at: usuarios.segundo_factor_at,
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

/**
 * Creates the guard. It reads account and session at every request, so that a revoked right or session ends at once.
 */
export function createGuard(deps: {
	db: Database
	keys: SecretKeys
	clock: Clock
	/** What modules require of staff in the panel. */
	staffRules?: readonly StaffRule[]
}): Guard {
	const tokens = createAccessTokens(deps.keys)

	async function identify(request: FastifyRequest): Promise<CurrentUser | undefined> {
		const token = bearerOf(request)
		const now = deps.clock.now()
		const claims = token && (await tokens.verify(token, now))
		if (!claims) return undefined
		return await readUser(deps.db, claims, now)
	}

	const requireCustomer: Hook = async (request, reply) => {
		const usuario = await identify(request)
		if (!usuario) {
			reply.header('www-authenticate', 'Bearer')
			refuse('sesion_expirada')
		}
		request.usuario = usuario
	}

	return {
		identify,
		requireCustomer,
		async requireStaff(request, reply) {
			await requireCustomer(request, reply)
			if (!request.usuario.is_staff) refuse('solo_staff')
			for (const rule of deps.staffRules ?? []) {
				const broken = rule(request.usuario)
				if (broken) throw new FailureAnswer(broken)
			}
		},
		async requireFreshIdentity({ usuario }) {
			if (isFreshIdentity(usuario.identidad_at, deps.clock.now())) return
			refuse('identidad_requerida')
		},
	}
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
	// As key objects: bytes would be imported anew for each token.
	const keyOf = (secret: string) => createSecretKey(deriveKey(secret, 'access-token'))
	const keys = secrets.map(keyOf)
	const signingKey = keyOf(secrets[0])

	async function payloadOf(token: string, key: KeyObject, now: Date): Promise<unknown> {
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
