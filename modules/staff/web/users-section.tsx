import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckEdit } from '#core/web/edit/edit-fields.tsx'
import type { RowKind } from '#core/web/edit/edits-store.ts'
import { ChoiceField } from '#core/web/list/filters.tsx'
import { ListPage } from '#core/web/list/list-page.tsx'
import { type CardShape, Facts, type TableShape } from '#core/web/list/list-rows.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { PanelSection, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { profileKey } from '#core/web/session/query-client.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import { useOwnEmail } from '#modules/accounts/web/use-profile.ts'
import { editUser, listUsers } from '#modules/staff/endpoints.ts'
import type { StaffUser } from '#modules/staff/shapes.ts'
import { BlockAccount, blockChips } from '#modules/staff/web/block-account.tsx'

const userKind: RowKind = {
	name: 'usuario',
	edit: (id, body) => requestTo(editUser, { params: { id }, body }),
}

/** The rights of an account that staff set, as the panel calls them. */
const flags = [
	{ field: 'is_staff', label: 'Staff' },
	{ field: 'is_active', label: 'Activo' },
	{ field: 'is_superuser', label: 'Superuser' },
] as const

interface UserFlagProps {
	readonly user: StaffUser
	readonly flag: (typeof flags)[number]
	readonly isBare?: boolean
}

/** One right of an account. Removing your own access to the panel asks for confirmation. */
function UserFlag({ user, flag: { field, label }, isBare = false }: UserFlagProps) {
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

const waitingText = 'Sus permisos valen cuando abra el enlace que le enviamos.'

/** An account of the team cannot be blocked. */
function Block({ user }: { user: StaffUser }) {
	if (user.is_staff || user.is_superuser) return null
	return <BlockAccount id={user.id} name={user.email} bloqueo={user.bloqueo} />
}

const table: TableShape<StaffUser> = {
	title: 'Usuarios',
	className: 'users-table',
	rowClass: (user) => (user.is_active ? '' : 'staff-off'),
	columns: [
		{
			head: 'Username',
			className: 'column-address',
			isRowHeader: true,
			cell: (user) => (
				<>
					<span className="users-address">{user.username}</span>
					<span className="staff-sub digits">{`ID ${user.id}`}</span>
				</>
			),
		},
		{
			head: 'Email',
			className: 'column-address',
			cell: (user) => (
				<>
					<span className="users-address">{user.email}</span>
					{user.derechos_en_espera && <span className="staff-sub">{waitingText}</span>}
				</>
			),
		},
		{
			head: 'Nombre',
			className: 'column-name',
			cell: (user) => <span className="users-name">{user.first_name || '-'}</span>,
		},
		{
			head: 'Apellido',
			className: 'column-name',
			cell: (user) => <span className="users-name">{user.last_name || '-'}</span>,
		},
		...flags.map((flag) => ({
			head: flag.label,
			className: 'column-flag',
			cell: (user: StaffUser) => <UserFlag user={user} flag={flag} isBare />,
		})),
		{ head: 'Bloqueo', className: 'column-block', cell: (user) => <Block user={user} /> },
	],
}

function card(user: StaffUser): CardShape {
	const facts = [
		['Username', user.username],
		['Email', user.email],
		['Nombre', user.first_name || '-'],
		['Apellido', user.last_name || '-'],
		['Usuario ID', user.id],
	] as const
	const head = (
		<>
			<span className="strong">{`${user.first_name} ${user.last_name}`.trim() || user.email}</span>
			<span className="fold-badges">
				{user.is_staff && <Badge>{user.is_superuser ? 'Superuser' : 'Staff'}</Badge>}
				{!user.is_active && <Badge tone="danger">Inactivo</Badge>}
			</span>
			<span className="fold-sub one-line fold-wide">{user.email}</span>
		</>
	)
	const body = (
		<>
			<Facts facts={facts} />
			{user.derechos_en_espera && <p className="muted">{waitingText}</p>}
			{flags.map((flag) => (
				<UserFlag key={flag.field} user={user} flag={flag} />
			))}
			<Block user={user} />
		</>
	)
	return { head, body }
}

const kinds = [
	['', 'Todos'],
	['true', 'Solo staff'],
	['false', 'Solo clientes'],
] as const

export default function UsersSection() {
	const { text } = usePanelAddress()
	const list = useListPage('usuario', (page) =>
		requestTo(listUsers, { query: { q: text('q'), staff: text('staff'), bloqueadas: text('bloqueadas'), ...page } }),
	)
	return (
		<PanelSection>
			<ListPage
				list={list}
				rowKey="id"
				what="usuarios"
				search={{ param: 'q', label: 'Buscar usuarios', placeholder: 'Nombre o correo' }}
				tools={<ChoiceField param="staff" label="Mostrar" options={kinds} className="staff-beside" />}
				chips={blockChips}
				clears={['q', 'staff', 'bloqueadas']}
				empty="No hay usuarios que mostrar."
				table={table}
				card={card}
			/>
		</PanelSection>
	)
}
