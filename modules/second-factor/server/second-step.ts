import { and, eq } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { type Failure, fail, isFailure, orRefuse } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/fields.ts'
import { secondFactorSeconds, secondsAfter } from '#core/rules/times.ts'
import type { Database, Transaction } from '#core/server/db/database.ts'
import type { KnownDevices } from '#core/server/http/cookies.ts'
import { handle } from '#core/server/http/handle.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { createSigner, type SecretKeys } from '#core/server/platform/secrets.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { type FirstFactor, hashToken, type LoginContext } from '#modules/accounts/server/guard.ts'
import { comingFrom, field } from '#modules/accounts/server/log-in.ts'
import { type DeviceLogin, openSession, type SessionDeps } from '#modules/accounts/server/sessions.ts'
import * as endpoints from '#modules/second-factor/endpoints.ts'
import type { UsedFactor } from '#modules/second-factor/second-factor.ts'
import { mailFactorChange, methodsOf } from '#modules/second-factor/server/change-factors.ts'
import { checkFactor, type FactorTools } from '#modules/second-factor/server/check-factor.ts'
import { assertionOptions } from '#modules/second-factor/server/passkeys.ts'
import type { ShownFactor } from '#modules/second-factor/shapes.ts'

type Credentials = Pick<typeof usuarios.$inferSelect, 'id' | 'password_hash' | 'google_sub'>

/**
 * Signed statements that the first factor of an account was shown and the second is missing. They open no session by
 * themselves.
 */
interface LoginChallenges {
	issue(account: Credentials, first: FirstFactor): string
	/** The account and the first factor of a genuine, unexpired challenge. */
	read(ficha: string): { accountId: number; first: FirstFactor } | undefined
	/** Whether the account's password and Google identity are unchanged since the first factor. */
	isStillOf(ficha: string, account: Credentials): boolean
}

const purpose = 'segundo-factor'
const noteShape = z.object({ u: z.int(), c: z.string(), f: z.enum(['clave', 'google']) })

/** Creates the challenges, signed with the shop's secrets. */
export function createLoginChallenges(keys: SecretKeys, clock: Clock): LoginChallenges {
	const signer = createSigner([keys[0], ...keys.slice(1)])
	const stateOf = ({ id, password_hash, google_sub }: Credentials) =>
		hashToken(`${id}\n${password_hash}\n${google_sub}`)
	const read = (ficha: string) => noteShape.safeParse(signer.verify(purpose, ficha, clock.now())).data
	return {
		issue(account, first) {
			const note = { u: account.id, c: stateOf(account), f: first }
			return signer.sign(purpose, note, secondsAfter(clock.now(), secondFactorSeconds))
		},
		read(ficha) {
			const note = read(ficha)
			return note && { accountId: note.u, first: note.f }
		},
		isStillOf: (ficha, account) => read(ficha)?.c === stateOf(account),
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

/** Opens the session of a login after verifying the second factor. Fails as `checkFactor` does. */
async function openSessionWithFactor(
	deps: SessionDeps & FactorTools,
	tx: Transaction,
	login: DeviceLogin,
	shown: ShownFactor,
): Promise<{ tokens: TokenAnswer; second: UsedFactor } | Failure> {
	const { accountId } = login
	const second = await checkFactor(deps, tx, { accountId, purpose: `llave-ingreso:${accountId}` }, shown)
	return isFailure(second) ? second : { second, tokens: await openSession(deps, tx, login) }
}

interface FinishDeps extends SessionDeps, FactorTools {
	readonly db: Database
	readonly challenges: LoginChallenges
}

interface FinishAttempt extends ShownFactor {
	readonly ficha: string
	readonly dispositivo: string
	readonly isKnownDevice: (email: string) => boolean
	readonly onNewDevice: (accountId: number) => void
}

/** Locks and returns the account of a challenge while its first factor is unchanged. */
async function accountOf(tx: Transaction, challenges: LoginChallenges, ficha: string) {
	const accountId = challenges.read(ficha)?.accountId
	if (accountId === undefined) return undefined
	const [account] = await tx
		.select()
		.from(usuarios)
		.where(and(eq(usuarios.id, accountId), isOpenAccount))
		.for('share')
	return account && challenges.isStillOf(ficha, account) ? account : undefined
}

/**
 * Returns the WebAuthn options for the second step of a login. Fails with `segundo_factor_vencido` or `no_encontrado`.
 */
async function loginPasskeyOptions(deps: FinishDeps, ficha: string) {
	return await deps.db.transaction(async (tx) => {
		const account = await accountOf(tx, deps.challenges, ficha)
		if (!account) return fail('segundo_factor_vencido')
		return await assertionOptions(tx, deps.passkeys, `llave-ingreso:${account.id}`, account.id)
	})
}

/**
 * Opens the session of a login after its second factor. Fails with `segundo_factor_vencido`, `codigo_incorrecto` or
 * `llave_invalida`.
 */
async function finishLogin(
	deps: FinishDeps,
	attempt: FinishAttempt,
	onOpened: (account: { id: number; email: string }, used: { first: FirstFactor; second: UsedFactor }) => void,
): Promise<TokenAnswer | Failure> {
	const { challenges } = deps
	const first = challenges.read(attempt.ficha)?.first ?? 'clave'
	let onDone = () => {}
	const finished = await deps.db.transaction(async (tx) => {
		const account = await accountOf(tx, challenges, attempt.ficha)
		if (!account) return fail('segundo_factor_vencido')
		const { id: accountId, email } = account
		const login = { ...attempt, accountId, isKnownDevice: attempt.isKnownDevice(email) }
		const opened = await openSessionWithFactor(deps, tx, login, attempt)
		if (isFailure(opened)) return opened
		const { second, tokens } = opened
		if (second === 'recuperacion') await mailFactorChange(deps, tx, account, 'codigo_usado')
		onDone = () => onOpened(account, { first, second })
		return tokens
	})
	onDone()
	return finished
}

interface FinishLoginRoutesDeps extends SessionDeps, FactorTools {
	readonly db: Database
	readonly challenges: LoginChallenges
	readonly devices: KnownDevices
}

const readFicha = field('ficha')

export function finishLoginRoutes(deps: FinishLoginRoutesDeps): FastifyPluginAsync {
	const { challenges, devices } = deps
	return async (app) => {
		// Before the limits count.
		app.addHook('preHandler', async (request) => {
			request.aboutAccount = challenges.read(readFicha(request) ?? '')?.accountId
		})
		handle(app, endpoints.createLoginChallenge, async ({ body }) =>
			orRefuse(await loginPasskeyOptions(deps, body.ficha)),
		)
		handle(
			app,
			endpoints.finishLogin,
			async (request, reply) => {
				const isKnownDevice = (email: string) => devices.nameOf(request, email) !== undefined
				const attempt = { ...request.body, ...comingFrom(request), isKnownDevice }
				return orRefuse(
					await finishLogin(deps, attempt, ({ id: usuario_id, email }, { first, second }) => {
						devices.remember(request, reply, email)
						const kind = first === 'google' ? 'inicio_google' : 'inicio_sesion'
						request.recordSecurity(kind, { usuario_id, detalle: second })
						if (second === 'recuperacion') request.recordSecurity('codigo_recuperacion_usado', { usuario_id })
					}),
				)
			},
			{ limits: { segundo_factor: { account: (request) => request.aboutAccount?.toString() } } },
		)
	}
}
