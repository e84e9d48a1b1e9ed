import { and, eq, gt, isNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#core/contract/failure.ts'
import { isFreshIdentity } from '#core/rules/fresh-identity.ts'
import type { Database } from '#core/server/db/database.ts'
import { FailureAnswer } from '#core/server/http/unwrap.ts'
import type { StaffRule } from '#core/server/module.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { SecretKeys } from '#core/server/platform/secret-keys.ts'
import { effective, isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { type AccessClaims, createAccessTokens } from '#modules/accounts/server/tokens.ts'
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
export interface Guard {
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
			throw new FailureAnswer(fail('sesion_expirada'))
		}
		request.usuario = usuario
	}

	return {
		identify,
		requireCustomer,
		async requireStaff(request, reply) {
			await requireCustomer(request, reply)
			if (!request.usuario.is_staff) throw new FailureAnswer(fail('solo_staff'))
			for (const rule of deps.staffRules ?? []) {
				const broken = rule(request.usuario)
				if (broken) throw new FailureAnswer(broken)
			}
		},
		async requireFreshIdentity({ usuario }) {
			if (isFreshIdentity(usuario.identidad_at, deps.clock.now())) return
			throw new FailureAnswer(fail('identidad_requerida'))
		},
	}
}
