import { and, eq } from 'drizzle-orm'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Failure, fail, isFailure, orRefuse, refuse } from '#core/contract/failure.ts'
import { secondFactorSeconds, secondsAfter } from '#core/rules/times.ts'
import type { Database, Transaction } from '#core/server/db/database.ts'
import type { KnownDevices } from '#core/server/http/cookies.ts'
import { handle, type RequestOf } from '#core/server/http/handle.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { createSigner, type SecretKeys } from '#core/server/platform/secrets.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { type FirstFactor, hashToken, type LoginContext } from '#modules/accounts/server/guard.ts'
import { comingFrom, field } from '#modules/accounts/server/log-in.ts'
import { openSession, type SessionDeps } from '#modules/accounts/server/sessions.ts'
import * as endpoints from '#modules/second-factor/endpoints.ts'
import { mailFactorChange, methodsOf } from '#modules/second-factor/server/change-factors.ts'
import { checkFactor, type FactorTools } from '#modules/second-factor/server/check-factor.ts'
import { assertionOptions } from '#modules/second-factor/server/passkeys.ts'

type Credentials = Pick<typeof usuarios.$inferSelect, 'id' | 'password_hash' | 'google_sub'>

const purpose = 'segundo-factor'
/** Account, digest of its credentials, and first factor. */
const noteShape = z.object({ u: z.int(), c: z.string(), f: z.enum(['clave', 'google']) })

/**
 * Signed statements (`ficha`) that the first factor of an account was shown and the second is missing. They open no
 * session by themselves.
 */
export function createLoginChallenges(keys: SecretKeys, clock: Clock) {
	const signer = createSigner(keys)
	const stateOf = ({ id, password_hash, google_sub }: Credentials) =>
		hashToken(`${id}\n${password_hash}\n${google_sub}`)
	const read = (ficha: string) => noteShape.safeParse(signer.verify(purpose, ficha, clock.now())).data
	return {
		issue(account: Credentials, first: FirstFactor): string {
			const note = { u: account.id, c: stateOf(account), f: first }
			return signer.sign(purpose, note, secondsAfter(clock.now(), secondFactorSeconds))
		},
		/** The account of a genuine, unexpired challenge. */
		accountOf: (ficha: string): number | undefined => read(ficha)?.u,
		/**
		 * Locks and returns the account of a challenge, with the first factor. Refuses with `segundo_factor_vencido` when it
		 * has expired, or the account's password or Google identity has changed since.
		 */
		async lockAccount(tx: Transaction, ficha: string) {
			const note = read(ficha) ?? refuse('segundo_factor_vencido')
			const [account] = await tx
				.select()
				.from(usuarios)
				.where(and(eq(usuarios.id, note.u), isOpenAccount))
				.for('share')
			if (!account || note.c !== stateOf(account)) refuse('segundo_factor_vencido')
			return { account, first: note.f }
		},
	}
}

/**
 * Asks for the second factor of an account that has one: fails with `segundo_factor_requerido`, its challenge (`ficha`)
 * and the methods (`metodos`).
 */
export async function askSecondFactor(
	{ keys, clock }: LoginContext,
	tx: Transaction,
	accountId: number,
	first: FirstFactor,
): Promise<Failure | undefined> {
	const [account] = await tx.select().from(usuarios).where(eq(usuarios.id, accountId))
	if (!account?.segundo_factor_at) return undefined
	const metodos = await methodsOf(tx, account.id)
	return fail('segundo_factor_requerido', {
		extra: { ficha: createLoginChallenges(keys, clock).issue(account, first), metodos },
	})
}

interface LoginDeps extends SessionDeps, FactorTools {
	readonly db: Database
	readonly challenges: ReturnType<typeof createLoginChallenges>
	readonly devices: KnownDevices
}

/**
 * Opens the session of a login after its second factor. Refuses with `segundo_factor_vencido`, `codigo_incorrecto` or
 * `llave_invalida`.
 */
async function finishLogin(deps: LoginDeps, request: RequestOf<typeof endpoints.finishLogin>, reply: FastifyReply) {
	const { db, challenges, devices } = deps
	const finished = await db.transaction(async (tx) => {
		const { account, first } = await challenges.lockAccount(tx, request.body.ficha)
		const { id: accountId, email } = account
		const second = await checkFactor(deps, tx, { accountId, purpose: `llave-ingreso:${accountId}` }, request.body)
		// Committed, as a passkey's challenge is used up.
		if (isFailure(second)) return second
		const tokens = await openSession(deps, tx, { ...comingFrom(request, devices, email), accountId })
		if (second === 'recuperacion') await mailFactorChange(deps, tx, account, 'codigo_usado')
		return { tokens, first, second, usuario_id: accountId, email }
	})
	const { tokens, first, second, usuario_id, email } = orRefuse(finished)
	devices.remember(request, reply, email)
	request.recordSecurity(first === 'google' ? 'inicio_google' : 'inicio_sesion', { usuario_id, detalle: second })
	if (second === 'recuperacion') request.recordSecurity('codigo_recuperacion_usado', { usuario_id })
	return tokens
}

export function finishLoginRoutes(deps: LoginDeps): FastifyPluginAsync {
	const { db, challenges, passkeys } = deps
	const readFicha = field('ficha')
	return async (app) => {
		// Before the limits count.
		app.addHook('preHandler', async (request) => {
			request.aboutAccount = challenges.accountOf(readFicha(request) ?? '')
		})
		handle(
			app,
			endpoints.createLoginChallenge,
			async ({ body }) =>
				await db.transaction(async (tx) => {
					const { account } = await challenges.lockAccount(tx, body.ficha)
					return await assertionOptions(tx, passkeys, `llave-ingreso:${account.id}`, account.id)
				}),
		)
		handle(app, endpoints.finishLogin, (request, reply) => finishLogin(deps, request, reply), {
			limits: { segundo_factor: { account: (request) => request.aboutAccount?.toString() } },
		})
	}
}
