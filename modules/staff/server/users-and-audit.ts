import { and, desc, eq, inArray, isNull, not } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import type { AuditLine, ListAuditQuery } from '#core/contract/audit.ts'
import { type Failure, fail, isFailure, orRefuse } from '#core/contract/failure.ts'
import { shutsLastStaffOut, type UserFlag, userFlags } from '#core/rules/permissions.ts'
import { readAudit } from '#core/server/audit/audit.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import { handle } from '#core/server/http/handle.ts'
import { editedField, notReadable, type SentEdit, versionIn } from '#core/server/lists/edited-field.ts'
import { hasWords, listPage } from '#core/server/lists/list-page.ts'
import { isBlocked } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { readableEmail } from '#modules/accounts/server/account-mails.ts'
import type { ResetLinks } from '#modules/accounts/server/sessions.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import * as endpoints from '#modules/staff/endpoints.ts'
import { blockAccount, blockColumns, blockOf } from '#modules/staff/server/block-account.ts'
import { changeRights, lockStaff, type RightsDeps, userColumns } from '#modules/staff/server/rights.ts'
import type { ListUsersAnswer, ListUsersQuery, StaffUser } from '#modules/staff/shapes.ts'

export function staffUserRoutes(deps: StaffDeps & { readonly links: ResetLinks }): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listUsers, async ({ query }) => await listUsers(deps.db, query))
		handle(app, endpoints.editUser, async (request) => {
			const { usuario, params, headers, body: fields } = request
			const onChanged = (detalle: string) =>
				request.recordSecurity('derechos_cambiados', { usuario_id: params.id, detalle })
			const sent = { fields, version: versionIn(headers['if-match']), onChanged }
			const user = orRefuse(await editUser(deps, usuario.id, params.id, sent))
			if (user.derechos_en_espera) request.recordSecurity('derechos_por_confirmar', { usuario_id: params.id })
			return user
		})
		handle(
			app,
			endpoints.blockAccount,
			async ({ usuario, params, body }) => await blockAccount(deps, usuario.id, params.id, body),
		)
	}
}

const isAccount = (id: number) => and(eq(usuarios.id, id), isNull(usuarios.deleted_at))

async function readUser(tx: Transaction, id: number): Promise<StaffUser | undefined> {
	const [user] = await tx
		.select({ ...userColumns, ...blockColumns })
		.from(usuarios)
		.where(isAccount(id))
	return user && { ...user, ...blockOf(user) }
}

/**
 * Sets one flag of an account. Rights of both are read inside this transaction. Fails with `solo_staff` when the actor
 * lost the rights meanwhile, `ultimo_staff` when no account could enter the panel any more, `version_distinta` with the
 * current account, and `campo_no_editable`; `accion_no_corresponde` for
 * rights of a blocked account. Calls `onChanged` with a changed flag.
 */
async function editUser(
	deps: RightsDeps & { db: Database },
	actorId: number,
	accountId: number,
	sent: SentEdit & { readonly onChanged?: (change: string) => void },
): Promise<StaffUser | Failure> {
	const wanted = editedField(sent.fields, userFlags)
	if (isFailure(wanted)) return wanted
	const { field, value } = wanted
	if (typeof value !== 'boolean') return notReadable(field)
	let hasChanged = false
	const edit = async (tx: Transaction) => {
		const staff = await lockStaff(tx)
		const [account] = await tx.select().from(usuarios).where(isAccount(accountId)).for('update')
		const target = await readUser(tx, accountId)
		if (!account || !target) return fail('usuario_desconocido')
		const actor = staff.find(({ id }) => id === actorId)
		if (!actor) return fail('solo_staff')
		if (target[field] === value) return target
		if (account.bloqueada_at && value && field !== 'is_active')
			return fail('accion_no_corresponde', { text: blockedText })
		const refusal = judge(staff, target, { field, value, version: sent.version })
		if (refusal) return refusal
		await changeRights(deps, tx, { account, flags: { [field]: value }, actor })
		hasChanged = true
		return (await readUser(tx, accountId)) ?? fail('usuario_desconocido')
	}
	const edited = await deps.db.transaction(edit)
	if (hasChanged) sent.onChanged?.(`${field}: ${value ? 'sí' : 'no'}`)
	return edited
}

const blockedText = 'La cuenta está bloqueada: levanta antes el bloqueo.'

function judge(
	staff: readonly StaffUser[],
	target: StaffUser,
	edit: { field: UserFlag; value: boolean; version: number | undefined },
): Failure | undefined {
	if (edit.version !== undefined && edit.version !== target.version) {
		return fail('version_distinta', { extra: { actual: target } })
	}
	return shutsLastStaffOut(staff, target.id, edit.field, edit.value) ? fail('ultimo_staff') : undefined
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

export function auditRoutes(deps: Pick<StaffDeps, 'db'>): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listAudit, async ({ query }) => await listAudit(deps.db, query))
	}
}

async function listAudit(db: Queryable, query: ListAuditQuery): Promise<{ results: AuditLine[]; count: number }> {
	const { id, tipo, ref } = auditoria
	const where = and(
		query.tipo === undefined ? undefined : eq(tipo, query.tipo),
		query.id === undefined ? undefined : eq(ref, query.id),
	)
	return await listPage(db, { table: auditoria, key: id, where, orderBy: [desc(id)] }, query, (keys) =>
		readAudit(db, inArray(id, keys), keys.length),
	)
}
