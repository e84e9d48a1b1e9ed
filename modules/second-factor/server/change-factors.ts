import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'
import { fail, isFailure, orRefuse, refuse } from '#core/contract/failure.ts'
import { maxPasskeys } from '#core/rules/limits.ts'
import { readEmail } from '#core/rules/person-data.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import type { RequestOf } from '#core/server/http/handle.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { SecretVault } from '#core/server/platform/secrets.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { deviceName } from '#modules/accounts/device-name.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { deviceOf } from '#modules/accounts/server/log-in.ts'
import { endSessions } from '#modules/accounts/server/sessions.ts'
import { runHooks } from '#modules/lists/context.ts'
import type * as endpoints from '#modules/second-factor/endpoints.ts'
import type { FactorChange, SecondFactorMethod } from '#modules/second-factor/second-factor.ts'
import {
	countRecoveryCodes,
	newTotpSecret,
	renewRecoveryCodes,
	stepOfCode,
	totpUri,
} from '#modules/second-factor/server/check-factor.ts'
import { checkNewPasskey, type PasskeyTools, passkeysOf } from '#modules/second-factor/server/passkeys.ts'
import type { SecondFactorAnswer, TotpSetupAnswer } from '#modules/second-factor/shapes.ts'
import { appsCodigos, codigosRecuperacion, llavesAcceso } from '#modules/second-factor/tables.ts'
import { done, notDone, type OperatorAnswer, type RightsDeps } from '#modules/staff/server/rights.ts'

export interface FactorDeps extends MailContext {
	readonly db: Database
	readonly clock: Clock
	readonly vault: SecretVault
	readonly passkeys: PasskeyTools
	readonly isRequired: boolean
}

const confirmedAppOf = (id: number) => and(eq(appsCodigos.usuario_id, id), isNotNull(appsCodigos.confirmada_at))

export async function readFactors(deps: FactorDeps, accountId: number): Promise<SecondFactorAnswer> {
	const llaves = await passkeysOf(deps.db, accountId)
	return {
		app: (await methodsOf(deps.db, accountId)).includes('app'),
		llaves: llaves.map(({ id, nombre, sincronizada, created_at, used_at }) => ({
			id,
			nombre,
			sincronizada,
			created_at: created_at.toISOString(),
			used_at: used_at?.toISOString() ?? null,
		})),
		codigos_restantes: await countRecoveryCodes(deps.db, accountId),
		obligatorio: deps.isRequired,
	}
}

/** The second-step methods of an account; recovery codes are not one of them. */
export async function methodsOf(db: Queryable, accountId: number): Promise<SecondFactorMethod[]> {
	const methods: SecondFactorMethod[] = []
	if ((await db.$count(appsCodigos, confirmedAppOf(accountId))) > 0) methods.push('app')
	if ((await db.$count(llavesAcceso, eq(llavesAcceso.usuario_id, accountId))) > 0) methods.push('llave')
	return methods
}

export const hasPasskey = async (db: Queryable, accountId: number): Promise<boolean> =>
	(await methodsOf(db, accountId)).includes('llave')

/** Locks and returns the row of an account: changes of its second factor are serialised. */
async function lockAccount(tx: Transaction, id: number) {
	const [account] = await tx.select().from(usuarios).where(eq(usuarios.id, id)).for('update')
	if (!account) throw new Error(`no account ${id}`)
	return account
}

/**
 * Starts the setup of an app: its secret is valid after a first code. Refuses with `segundo_factor_repetido` while an app
 * is in use.
 */
export async function setUpApp(deps: FactorDeps, owner: CurrentUser): Promise<TotpSetupAnswer> {
	const secreto = newTotpSecret()
	const uri = totpUri(secreto, owner.email)
	return await deps.db.transaction(async (tx) => {
		await lockAccount(tx, owner.id)
		if ((await tx.$count(appsCodigos, confirmedAppOf(owner.id))) > 0) refuse('segundo_factor_repetido')
		const values = { secreto: deps.vault.encrypt(secreto), ultimo_paso: 0, created_at: deps.clock.now() }
		await tx
			.insert(appsCodigos)
			.values({ usuario_id: owner.id, ...values })
			.onConflictDoUpdate({ target: appsCodigos.usuario_id, set: values })
		return { secreto, uri, qr: `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}` }
	})
}

/**
 * Confirms the app with its first code; returns recovery codes with the first factor. Refuses with `codigo_incorrecto`.
 */
export async function confirmApp(deps: FactorDeps, request: RequestOf<typeof endpoints.confirmApp>) {
	const { usuario, body } = request
	const codigos = await deps.db.transaction(async (tx) => {
		const account = await lockAccount(tx, usuario.id)
		const waiting = and(eq(appsCodigos.usuario_id, usuario.id), isNull(appsCodigos.confirmada_at))
		const [app] = await tx.select().from(appsCodigos).where(waiting)
		const secret = app && deps.vault.decrypt(app.secreto)
		const step = secret && stepOfCode(secret, body.codigo.replace(/\s/g, ''), deps.clock.now())
		if (!step) refuse('codigo_incorrecto')
		await tx.update(appsCodigos).set({ confirmada_at: deps.clock.now(), ultimo_paso: step }).where(waiting)
		return await noteAddedFactor(deps, tx, account, { sid: usuario.sid, cambio: 'app_agregada' })
	})
	request.recordSecurity('segundo_factor_agregado', { detalle: 'app' })
	return { codigos }
}

/**
 * Stores a new passkey; returns recovery codes with the first factor. Refuses with `llave_invalida`, `llave_repetida` or
 * `llaves_de_mas`.
 */
export async function addPasskey(deps: FactorDeps, request: RequestOf<typeof endpoints.addPasskey>) {
	const { usuario, body } = request
	const added = await deps.db.transaction(async (tx) => {
		const account = await lockAccount(tx, usuario.id)
		const isOwn = eq(llavesAcceso.usuario_id, usuario.id)
		if ((await tx.$count(llavesAcceso, isOwn)) >= maxPasskeys) refuse('llaves_de_mas')
		const passkey = await checkNewPasskey(deps.passkeys, tx, usuario, body)
		// From here on a refused passkey is committed: its challenge is used up.
		if (isFailure(passkey)) return passkey
		const nombre = deviceName(deviceOf(request))
		const [kept] = await tx
			.insert(llavesAcceso)
			.values({ ...passkey, usuario_id: usuario.id, nombre, created_at: deps.clock.now() })
			.onConflictDoNothing()
			.returning({ id: llavesAcceso.id })
		if (!kept) return fail('llave_repetida')
		return await noteAddedFactor(deps, tx, account, { sid: usuario.sid, cambio: 'llave_agregada' })
	})
	const codigos = orRefuse(added)
	request.recordSecurity('segundo_factor_agregado', { detalle: 'llave' })
	return { codigos }
}

/**
 * Notes an added factor. The first one creates recovery codes and ends the account's other sessions, which were opened
 * without it.
 */
async function noteAddedFactor(
	deps: FactorDeps,
	tx: Transaction,
	account: typeof usuarios.$inferSelect,
	{ sid, cambio }: { readonly sid: string; readonly cambio: FactorChange },
): Promise<string[]> {
	await noteFactorChange(deps, tx, account, { cambio, actorId: account.id })
	if (account.segundo_factor_at) return []
	const now = deps.clock.now()
	await tx.update(usuarios).set({ segundo_factor_at: now }).where(eq(usuarios.id, account.id))
	await endSessions(tx, account.id, now, sid)
	return await renewRecoveryCodes(tx, account.id)
}

/** Removes the app, or a passkey. Refuses with `no_encontrado`. */
export async function removeFactor(
	deps: FactorDeps,
	request: FastifyRequest,
	factor: 'app' | { readonly passkeyId: string },
): Promise<null> {
	const { id } = request.usuario
	const isApp = factor === 'app'
	await deps.db.transaction(async (tx) => {
		const account = await lockAccount(tx, id)
		const removed = isApp
			? await tx.delete(appsCodigos).where(confirmedAppOf(id)).returning()
			: await tx
					.delete(llavesAcceso)
					.where(and(eq(llavesAcceso.usuario_id, id), eq(llavesAcceso.id, factor.passkeyId)))
					.returning()
		if (removed.length === 0) refuse('no_encontrado')
		await afterRemoval(tx, id)
		await noteFactorChange(deps, tx, account, { cambio: isApp ? 'app_quitada' : 'llave_quitada', actorId: id })
	})
	request.recordSecurity('segundo_factor_quitado', { detalle: isApp ? 'app' : 'llave' })
	return null
}

/** Marks an account without remaining factors as having none, and deletes its recovery codes. */
async function afterRemoval(tx: Transaction, id: number): Promise<void> {
	if ((await methodsOf(tx, id)).length > 0) return
	await tx.delete(codigosRecuperacion).where(eq(codigosRecuperacion.usuario_id, id))
	await tx.update(usuarios).set({ segundo_factor_at: null }).where(eq(usuarios.id, id))
}

export async function removeFactors(tx: Transaction, id: number): Promise<void> {
	await tx.delete(appsCodigos).where(eq(appsCodigos.usuario_id, id))
	await tx.delete(llavesAcceso).where(eq(llavesAcceso.usuario_id, id))
	await afterRemoval(tx, id)
}

/** Replaces an account's recovery codes. Refuses with `no_encontrado` without a second factor. */
export async function giveNewCodes(deps: FactorDeps, owner: CurrentUser): Promise<string[]> {
	return await deps.db.transaction(async (tx) => {
		const account = await lockAccount(tx, owner.id)
		if (!account.segundo_factor_at) refuse('no_encontrado')
		await noteFactorChange(deps, tx, account, { cambio: 'codigos_nuevos', actorId: account.id })
		return await renewRecoveryCodes(tx, owner.id)
	})
}

type Account = Pick<typeof usuarios.$inferSelect, 'id' | 'email' | 'first_name'>

/** Mails the owner each change of the second factor. */
export async function mailFactorChange(deps: MailContext, tx: Transaction, account: Account, cambio: FactorChange) {
	await deps.mail(tx, {
		clave: `segundo_factor:${account.id}:${randomUUID()}`,
		plantilla: 'segundo_factor_cambiado',
		destinatario: account.email,
		datos: { nombre: account.first_name, cambio },
	})
}

/**
 * Writes a change of the second factor to the audit log, and mails it to the owner. `actorId` null: the operator's
 * command.
 */
async function noteFactorChange(
	deps: MailContext,
	tx: Transaction,
	account: Account,
	change: { readonly cambio: FactorChange; readonly actorId: number | null },
): Promise<void> {
	await writeAudit(tx, {
		tipo: 'usuario',
		ref: account.id,
		usuario_id: change.actorId,
		accion: 'segundo_factor',
		despues: change.cambio,
	})
	await mailFactorChange(deps, tx, account, change.cambio)
}

/** Removes a lost second factor with its recovery codes, and ends the account's sessions. */
export async function resetFactor(deps: RightsDeps & { db: Database }, typed: string): Promise<OperatorAnswer> {
	const email = readEmail(typed)
	if (!email) return notDone(`«${typed}» no es un correo.`)
	return await deps.db.transaction(async (tx) => {
		const byEmail = and(eq(usuarios.email, email), isNull(usuarios.deleted_at))
		const [account] = await tx.select().from(usuarios).where(byEmail).for('update')
		if (!account) return notDone(`No hay una cuenta con ${email}.`)
		if (!account.segundo_factor_at) return done(`${email} no tiene un segundo paso.`)
		await removeFactors(tx, account.id)
		await endSessions(tx, account.id, deps.clock.now())
		await noteFactorChange(deps, tx, account, { cambio: 'quitado_por_comando', actorId: null })
		const command = { accountId: account.id, tipo: 'segundo_factor_quitado', detalle: 'segundo paso' } as const
		await runHooks(deps.hooks.operatorCommand, tx, command)
		return done(`${email} entra otra vez solo con su contraseña. Pídele que agregue otro segundo paso en su perfil.`)
	})
}
