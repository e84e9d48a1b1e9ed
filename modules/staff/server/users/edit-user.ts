import { and, eq, isNull } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { shutsLastStaffOut, type UserFlag, userFlags } from '#core/rules/permissions.ts'
import type { Database, Transaction } from '#core/server/db/database.ts'
import { editedField, notReadable, type SentEdit } from '#core/server/lists/edited-field.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { changeRights, lockStaff, type RightsDeps } from '#modules/staff/server/users/change-rights.ts'
import { userColumns } from '#modules/staff/server/users/list-users.ts'
import type { StaffUser } from '#modules/staff/shapes.ts'

const isAccount = (id: number) => and(eq(usuarios.id, id), isNull(usuarios.deleted_at))

async function readUser(tx: Transaction, id: number): Promise<StaffUser | undefined> {
	const [user] = await tx.select(userColumns).from(usuarios).where(isAccount(id))
	return user
}

/**
 * Sets one flag of an account. Rights of both are read inside this transaction. Fails with `solo_staff` when the actor
 * lost the rights meanwhile, `ultimo_staff` when no account could enter the panel any more, `version_distinta` with the
 * current account, and `campo_no_editable`. Calls `onChanged` with a changed flag.
 */
export async function editUser(
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
