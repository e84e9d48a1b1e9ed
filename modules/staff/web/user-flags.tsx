import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckEdit } from '#core/web/edit/edit-fields.tsx'
import type { RowKind } from '#core/web/edit/edits-store.ts'
import { requestTo } from '#core/web/session/api.ts'
import { profileKey } from '#core/web/session/query-client.tsx'
import { ConfirmDialog } from '#core/web/ui/confirm-dialog.tsx'
import { useOwnEmail } from '#modules/accounts/web/own-email.ts'
import { editUser } from '#modules/staff/endpoints.ts'
import type { StaffUser } from '#modules/staff/shapes.ts'

const userKind: RowKind = {
	name: 'usuario',
	edit: (id, body) => requestTo(editUser, { params: { id }, body }),
}

/** The rights of an account that staff set, as the panel calls them. */
export const flags = [
	{ field: 'is_staff', label: 'Staff' },
	{ field: 'is_active', label: 'Activo' },
	{ field: 'is_superuser', label: 'Superuser' },
] as const

interface UserFlagProps {
	readonly user: StaffUser
	readonly flag: (typeof flags)[number]
	readonly isBare?: boolean
}

/** One right of an account. Taking one's own way into the panel away is asked twice. */
export function UserFlag({ user, flag: { field, label }, isBare = false }: UserFlagProps) {
	const client = useQueryClient()
	const ownEmail = useOwnEmail()
	const [waiting, setWaiting] = useState<() => void>()
	const isSelf = ownEmail === user.email
	const shutsOut = (value: boolean) => isSelf && !value && field !== 'is_superuser'
	return (
		<>
			<CheckEdit
				kind={userKind}
				row={user}
				field={field}
				label={label}
				of={user.email}
				isBare={isBare}
				onSaved={() => isSelf && void client.invalidateQueries({ queryKey: profileKey })}
				confirmChange={(save, value) => (shutsOut(value) ? setWaiting(() => save) : save())}
			/>
			<ConfirmDialog
				isOpen={waiting !== undefined}
				title="¿Quitarte tu propio acceso?"
				confirmText="Quitar mi acceso"
				onConfirm={() => {
					waiting?.()
					setWaiting(undefined)
				}}
				onCancel={() => setWaiting(undefined)}
			>
				Dejarás de ver este panel apenas se guarde.
			</ConfirmDialog>
		</>
	)
}
