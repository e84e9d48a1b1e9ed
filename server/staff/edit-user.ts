import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Failure, isFailure, refuse } from '#contract/failure.ts'
import type { EditRequest } from '#contract/staff/lists.ts'
import type { StaffUser } from '#contract/staff/users.ts'
import {
	isAllowed,
	isSuperuser,
	permissionFor,
	shutsLastStaffOut,
	type UserFlag,
	userFlags,
} from '#domain/staff/permissions.ts'
import { endSessions } from '#server/accounts/sessions.ts'
import type { Transaction } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { editedField, notReadable } from '#server/staff/edited-field.ts'
import { userColumns } from '#server/staff/list-users.ts'
import { lockStaff } from '#server/staff/lock-staff.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'
import { writeAudit } from '#server/staff/write-audit.ts'

async function lockUser(tx: Transaction, id: number): Promise<StaffUser | undefined> {
	const [user] = await tx
		.select(userColumns)
		.from(usuarios)
		.where(and(eq(usuarios.id, id), isNull(usuarios.deleted_at)))
		.for('update')
	return user
}

/**
 * Sets one flag of an account. Who may set which is the table in domain/staff/permissions.ts; it is asked with everybody's
 * rights as they are inside this transaction. Refuses with `solo_superusuario`, `ultimo_staff` when nobody could enter the
 * panel any more, `version_distinta` with the account as it is now, and `campo_no_editable`. `onChanged` is told what was
 * set, when it is.
 */
export async function editUser(
	deps: Pick<StaffDeps, 'db' | 'clock'>,
	actorId: number,
	targetId: number,
	request: EditRequest,
	onChanged: (change: string) => void = () => {},
): Promise<StaffUser | Failure> {
	const wanted = editedField(request, userFlags)
	if (isFailure(wanted)) return wanted
	const { field, value, version } = wanted
	if (typeof value !== 'boolean') return notReadable(field)
	let hasChanged = false
	const edit = async (tx: Transaction) => {
		const staff = await lockStaff(tx)
		const target = await lockUser(tx, targetId)
		if (!target) return refuse('usuario_desconocido')
		if (target[field] === value) return target
		const refusal = judge(staff, actorId, target, { field, value, version })
		if (refusal) return refusal
		await setFlag(tx, target, field, value)
		if (field === 'is_active' && !value) await endSessions(tx, target.id, deps.clock.now())
		await writeAudit(tx, {
			tipo: 'usuario',
			ref: target.id,
			usuario_id: actorId,
			accion: 'editado',
			campo: field,
			antes: target[field],
			despues: value,
		})
		hasChanged = true
		return (await lockUser(tx, targetId)) ?? refuse('usuario_desconocido')
	}
	const edited = await deps.db.transaction(edit)
	if (hasChanged) onChanged(`${field}: ${value ? 'sí' : 'no'}`)
	return edited
}

function judge(
	staff: readonly StaffUser[],
	actorId: number,
	target: StaffUser,
	edit: { field: UserFlag; value: boolean; version: number | undefined },
): Failure | undefined {
	const actor = staff.find(({ id }) => id === actorId)
	if (!actor) return refuse('solo_staff')
	const permission = permissionFor(actorId, target, edit.field, edit.value)
	if (!isAllowed(permission, actor, staff.some(isSuperuser))) return refuse('solo_superusuario')
	if (edit.version !== undefined && edit.version !== target.version) {
		return refuse('version_distinta', { extra: { actual: target } })
	}
	if (shutsLastStaffOut(staff, target.id, edit.field, edit.value)) return refuse('ultimo_staff')
	return undefined
}

async function setFlag(tx: Transaction, target: StaffUser, field: UserFlag, value: boolean): Promise<void> {
	await tx
		.update(usuarios)
		.set({ [field]: value, version: sql`${usuarios.version} + 1` })
		.where(eq(usuarios.id, target.id))
}
