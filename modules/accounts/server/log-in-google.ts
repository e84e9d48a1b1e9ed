import { randomBytes } from 'node:crypto'
import { and, eq, isNull, or } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Failure, fail, isFailure, orRefuse, refuse } from '#core/contract/failure.ts'
import { googleNonceSeconds } from '#core/rules/times.ts'
import { nameProblem } from '#core/rules/web-address.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { handle, type RequestOf } from '#core/server/http/handle.ts'
import { isOpenAccount } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import { type GoogleIdentity, needsPassword } from '#modules/accounts/server/google-identity.ts'
import { ownerOf } from '#modules/accounts/server/guard.ts'
import { comingFrom, loginBodyBytes, loginCounting, loginLimitNames } from '#modules/accounts/server/log-in.ts'
import { hashingFor, isPassword } from '#modules/accounts/server/passwords.ts'
import { readSavedCart } from '#modules/accounts/server/profile.ts'
import { browserOf } from '#modules/accounts/server/prove-identity.ts'
import { type AccountDeps, endSessions, openSessionOrAsk } from '#modules/accounts/server/sessions.ts'

type Account = typeof usuarios.$inferSelect

/** Returns the account of this identity, which a second tab may have created a moment ago. */
async function createAccount(tx: Transaction, identity: GoogleIdentity, now: Date): Promise<number | Failure> {
	const [made] = await tx
		.insert(usuarios)
		.values({
			email: identity.email,
			// The holder of the identity chose its name.
			first_name: nameProblem(identity.nombre) ? '' : identity.nombre,
			last_name: nameProblem(identity.apellido) ? '' : identity.apellido,
			google_sub: identity.sub,
			email_verified_at: identity.isAuthoritative ? now : null,
			created_at: now,
		})
		.onConflictDoNothing()
		.returning({ id: usuarios.id })
	if (made) return made.id
	const [other] = await tx.select({ id: usuarios.id }).from(usuarios).where(eq(usuarios.google_sub, identity.sub))
	return other?.id ?? fail('google_requiere_clave')
}

/**
 * Links the identity to the account that was read when its password was compared. Fails when the row changed meanwhile.
 */
async function linkAccount(tx: Transaction, account: Account, identity: GoogleIdentity, now: Date) {
	const same =
		account.password_hash === null ? isNull(usuarios.password_hash) : eq(usuarios.password_hash, account.password_hash)
	const proved = identity.isAuthoritative ? now : null
	const [linked] = await tx
		.update(usuarios)
		.set({ google_sub: identity.sub, email_verified_at: account.email_verified_at ?? proved })
		.where(and(eq(usuarios.id, account.id), same, isOpenAccount))
		.returning({ id: usuarios.id })
	if (!linked) return fail('google_invalido')
	// The first registrant of an unverified address loses every session; only the password just proved stays.
	if (account.email_verified_at === null) await endSessions(tx, account.id, now)
	return linked.id
}

/**
 * Opens a session for a Google identity and creates or links its account. Refuses with `google_invalido`,
 * `google_no_responde`, `google_requiere_clave` (send the password too) or `credenciales_invalidas`. A successful login
 * uses the nonce up.
 */
async function logInWithGoogle(
	deps: AccountDeps,
	app: FastifyInstance,
	request: RequestOf<typeof endpoints.logInWithGoogle>,
	reply: FastifyReply,
) {
	const { devices, google, nonces } = deps
	const { credential, password } = request.body
	if (!google || !credential) refuse('google_invalido')
	const identity = await google.verify(credential)
	if (!nonces.isValid(identity.nonce, browserOf(deps.browserCookie, request))) refuse('google_invalido')

	const found = await deps.db
		.select()
		.from(usuarios)
		.where(or(eq(usuarios.google_sub, identity.sub), eq(usuarios.email, identity.email)))
	const known = found.find((account) => account.google_sub === identity.sub)
	const namesake = found.find((account) => account.email === identity.email)
	const account = known ?? namesake
	if (account && (!account.is_active || account.deleted_at)) refuse('google_invalido')
	// An account keeps its address when that of its Google identity changes.
	const email = account?.email ?? identity.email
	const browser = comingFrom(request, devices, email)
	if (!known && namesake && needsPassword(identity, namesake)) {
		if (!password) refuse('google_requiere_clave')
		// A guess at the password counts as a login of this account.
		const counting = loginCounting(devices, () => email)
		for (const name of loginLimitNames) await app.access.limits.limit(name, counting)(request)
		const queue = hashingFor(request, reply, email, browser.isKnownDevice)
		if (!(await isPassword(namesake.password_hash, password, queue))) refuse('credenciales_invalidas')
	}

	const now = deps.sessions.clock.now()
	const opened = await deps.db.transaction(async (tx) => {
		if (!(await nonces.consume(tx, identity.nonce))) refuse('google_invalido')
		// From here on a refused login is committed: its nonce is used up.
		const join = () => (namesake ? linkAccount(tx, namesake, identity, now) : createAccount(tx, identity, now))
		const accountId = known?.id ?? (await join())
		if (isFailure(accountId)) return accountId
		const carrito = readSavedCart(request.body.carrito)
		if (carrito.length > 0) await tx.update(usuarios).set({ carrito }).where(eq(usuarios.id, accountId))
		return await openSessionOrAsk(deps, tx, { ...browser, accountId }, 'google')
	})
	const tokens = orRefuse(opened)
	request.recordSecurity('inicio_google', { usuario_id: ownerOf(tokens.access) })
	devices.remember(request, reply, email)
	return tokens
}

export function googleRoutes(app: FastifyInstance, deps: AccountDeps): void {
	const { nonces, google, browserCookie } = deps
	handle(app, endpoints.createGoogleNonce, async (request, reply) => {
		if (!google) return { disponible: false, client_id: '', script_url: '', nonce: '' }
		// A second tab reuses the browser's cookie, so that the first tab's nonce stays valid.
		const browser = browserOf(browserCookie, request) ?? randomBytes(16).toString('base64url')
		browserCookie.write(reply, browser, googleNonceSeconds)
		const { clientId, scriptUrl } = google.config
		return { disponible: true, client_id: clientId, script_url: scriptUrl, nonce: nonces.issue(browser) }
	})
	// It brings a cart, too.
	const bodyLimit = 2 * loginBodyBytes
	handle(app, endpoints.logInWithGoogle, (request, reply) => logInWithGoogle(deps, app, request, reply), { bodyLimit })
}
