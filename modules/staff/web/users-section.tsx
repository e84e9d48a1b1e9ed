import { ChoiceField } from '#core/web/list/choice-field.tsx'
import { Facts } from '#core/web/list/facts.tsx'
import { ListPage } from '#core/web/list/list-page.tsx'
import type { CardShape, TableShape } from '#core/web/list/list-rows.tsx'
import { useListPage } from '#core/web/list/use-staff-list.ts'
import { usePanelAddress } from '#core/web/panel/panel-address.ts'
import { PanelSection } from '#core/web/panel/panel-section.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Badge } from '#core/web/ui/badge.tsx'
import { listUsers } from '#modules/staff/endpoints.ts'
import type { StaffUser } from '#modules/staff/shapes.ts'
import { flags, UserFlag } from '#modules/staff/web/user-flags.tsx'

/** Shown beside an account whose rights do not count yet. */
const waitingText = 'Sus permisos valen cuando abra el enlace que le enviamos.'

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
		</>
	)
	return { head, body }
}

const kinds = [
	['', 'Todos'],
	['true', 'Solo staff'],
	['false', 'Solo clientes'],
] as const

/** The accounts and their rights. */
export default function UsersSection() {
	const { text } = usePanelAddress()
	const list = useListPage('usuario', (page) =>
		requestTo(listUsers, { query: { q: text('q'), staff: text('staff'), ...page } }),
	)
	return (
		<PanelSection>
			<ListPage
				list={list}
				rowKey="id"
				what="usuarios"
				search={{ param: 'q', label: 'Buscar usuarios', placeholder: 'Nombre o correo' }}
				tools={<ChoiceField param="staff" label="Mostrar" options={kinds} className="staff-beside" />}
				clears={['q', 'staff']}
				empty="No hay usuarios que mostrar."
				table={table}
				card={card}
			/>
		</PanelSection>
	)
}
