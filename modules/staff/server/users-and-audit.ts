import { and, desc, eq, inArray, isNull, not } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { shutsLastStaffOut, userFlags } from '#core/rules/permissions.ts'
import { readAudit } from '#core/server/audit/audit.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Database } from '#core/server/db/database.ts'
import { handle, type RequestOf } from '#core/server/http/handle.ts'
import { editedField, notReadable, versionIn } from '#core/server/lists/edited-field.ts'
import { hasWords, listPage } from '#core/server/lists/list-page.ts'
import { isBlocked } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { readableEmail } from '#modules/accounts/server/account-mails.ts'
import type { ResetLinks } from '#modules/accounts/server/sessions.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import * as endpoints from '#modules/staff/endpoints.ts'
import { blockAccount, blockColumns, blockOf } from '#modules/staff/server/block-account.ts'
import { changeRights, lockStaff, userColumns } from '#modules/staff/server/rights.ts'
import type { ListUsersAnswer, ListUsersQuery, StaffUser } from '#modules/staff/shapes.ts'

type UserDeps = StaffDeps & { readonly links: ResetLinks }

export function staffUserRoutes(deps: UserDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listUsers, ({ query }) => listUsers(deps.db, query))
		handle(app, endpoints.editUser, (request) => editUser(deps, request))
		handle(app, endpoints.blockAccount, ({ usuario, params, body }) => blockAccount(deps, usuario.id, params.id, body))
	}
}

/**
 * Sets one flag of an account. Rights of both are read inside this transaction. Refuses with `solo_staff` when the actor
 * lost the rights meanwhile, `ultimo_staff` when no account could enter the panel any more, `version_distinta` with the
 * current account, and `campo_no_editable`; `accion_no_corresponde` for rights of a blocked account.
 */
async function editUser(deps: UserDeps, request: RequestOf<typeof endpoints.editUser>): Promise<StaffUser> {
	const { usuario, params, headers, body } = request
	const version = versionIn(headers['if-match'])
	const { field, value } = orRefuse(editedField(body, userFlags))
	if (typeof value !== 'boolean') return orRefuse(notReadable(field))

	const { user, hasChanged } = await deps.db.transaction(async (tx) => {
		const staff = await lockStaff(tx)
		const isAccount = and(eq(usuarios.id, params.id), isNull(usuarios.deleted_at))
		const [account] = await tx.select().from(usuarios).where(isAccount).for('update')
		if (!account) refuse('usuario_desconocido')
		const readUser = async (): Promise<StaffUser> => {
			const [row] = await tx
				.select({ ...userColumns, ...blockColumns })
				.from(usuarios)
				.where(isAccount)
			return row ? { ...row, ...blockOf(row) } : refuse('usuario_desconocido')
		}
		const target = await readUser()
		const actor = staff.find(({ id }) => id === usuario.id)
		if (!actor) refuse('solo_staff')
		if (target[field] === value) return { user: target, hasChanged: false }
		if (account.bloqueada_at && value && field !== 'is_active')
			refuse('accion_no_corresponde', { text: 'La cuenta está bloqueada: levanta antes el bloqueo.' })
		if (version !== undefined && version !== target.version) refuse('version_distinta', { extra: { actual: target } })
		if (shutsLastStaffOut(staff, target.id, field, value)) refuse('ultimo_staff')
		await changeRights(deps, tx, { account, flags: { [field]: value }, actor })
		return { user: await readUser(), hasChanged: true }
	})
	const about = { usuario_id: params.id }
	if (hasChanged)
		request.recordSecurity('derechos_cambiados', { ...about, detalle: `${field}: ${value ? 'sí' : 'no'}` })
	if (user.derechos_en_espera) request.recordSecurity('derechos_por_confirmar', about)
	return user
}

const { id, is_staff, deleted_at, busqueda } = usuarios
const newestFirst = [desc(id)]

/** Returns one page of the accounts, or of the blocked ones, with words of the text as prefixes in name or e-mail, the newest first. */
async function listUsers(db: Database, query: ListUsersQuery): Promise<ListUsersAnswer> {
	const where = and(
		isNull(deleted_at),
		query.bloqueadas === undefined ? not(isBlocked) : isBlocked,
		query.staff === undefined ? undefined : eq(is_staff, query.staff === 'true'),
		query.q === undefined ? undefined : hasWords(busqueda, query.q),
	)
	return await listPage(db, { table: usuarios, key: id, where, orderBy: newestFirst }, query, async (keys) => {
		const rows = await db
			.select({ ...userColumns, ...blockColumns })
			.from(usuarios)
			.where(inArray(id, keys))
			.orderBy(...newestFirst)
		return rows.map((row) => ({ ...row, email: readableEmail(row.email), ...blockOf(row) }))
	})
}

export function auditRoutes({ db }: Pick<StaffDeps, 'db'>): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listAudit, async ({ query }) => {
			const { id, tipo, ref } = auditoria
			const where = and(
				query.tipo === undefined ? undefined : eq(tipo, query.tipo),
				query.id === undefined ? undefined : eq(ref, query.id),
			)
			return await listPage(db, { table: auditoria, key: id, where, orderBy: [desc(id)] }, query, (keys) =>
				readAudit(db, inArray(id, keys), keys.length),
			)
		})
	}
}
