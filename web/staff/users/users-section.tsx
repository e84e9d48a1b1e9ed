import { listUsers } from '#contract/staff/user-endpoints.ts'
import type { StaffUser } from '#contract/staff/users.ts'
import { requestTo } from '#web/session/api.ts'
import { FoldCard } from '#web/staff/list/fold-card.tsx'
import { PagedList, TableOrCards } from '#web/staff/list/paged-list.tsx'
import { SearchForm } from '#web/staff/list/search-form.tsx'
import { pageSize, useListPage } from '#web/staff/list/use-staff-list.ts'
import { useWide } from '#web/staff/list/use-wide.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { PanelSection } from '#web/staff/panel-section.tsx'
import { flags, UserFlag } from '#web/staff/users/user-flags.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { SelectField } from '#web/ui/field.tsx'

/** What is said of an account whose rights do not count yet. */
const waitingText = 'Sus permisos valen cuando abra el enlace que le enviamos.'

const columns = [
	{ head: 'Username', column: 'column-address' },
	{ head: 'Email', column: 'column-address' },
	{ head: 'Nombre', column: 'column-name' },
	{ head: 'Apellido', column: 'column-name' },
	{ head: 'Staff', column: 'column-flag' },
	{ head: 'Activo', column: 'column-flag' },
	{ head: 'Superuser', column: 'column-flag' },
] as const

function UsersTable({ users }: { users: readonly StaffUser[] }) {
	return (
		<div className="staff-scroll">
			<table className="staff-table users-table">
				<caption className="visually-hidden">Usuarios</caption>
				<thead>
					<tr>
						{columns.map(({ head, column }) => (
							<th key={head} scope="col" className={column}>
								{head}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{users.map((user) => (
						<tr key={user.id} className={user.is_active ? '' : 'staff-off'}>
							<th scope="row">
								<span className="users-address">{user.username}</span>
								<span className="staff-sub digits">{`ID ${user.id}`}</span>
							</th>
							<td>
								<span className="users-address">{user.email}</span>
								{user.derechos_en_espera && <span className="staff-sub">{waitingText}</span>}
							</td>
							<td>
								<span className="users-name">{user.first_name || '-'}</span>
							</td>
							<td>
								<span className="users-name">{user.last_name || '-'}</span>
							</td>
							{flags.map((flag) => (
								<td key={flag.field}>
									<UserFlag user={user} flag={flag} isBare />
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

function UserCard({ user }: { user: StaffUser }) {
	const name = `${user.first_name} ${user.last_name}`.trim()
	return (
		<FoldCard
			head={
				<>
					<span className="strong">{name || user.email}</span>
					<span className="fold-badges">
						{user.is_staff && <Badge>{user.is_superuser ? 'Superuser' : 'Staff'}</Badge>}
						{!user.is_active && <Badge tone="danger">Inactivo</Badge>}
					</span>
					<span className="fold-sub one-line fold-wide">{user.email}</span>
				</>
			}
		>
			<dl className="fold-list">
				{[
					['Username', user.username],
					['Email', user.email],
					['Nombre', user.first_name || '-'],
					['Apellido', user.last_name || '-'],
					['Usuario ID', user.id],
				].map(([label, value]) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			{user.derechos_en_espera && <p className="muted">{waitingText}</p>}
			{flags.map((flag) => (
				<UserFlag key={flag.field} user={user} flag={flag} />
			))}
		</FoldCard>
	)
}

/** The accounts and their rights. */
export function UsersSection() {
	const { text, page, change } = usePanelAddress()
	const isWide = useWide()
	const query = { q: text('q'), staff: text('staff'), page, page_size: pageSize }
	const list = useListPage('usuario', requestTo(listUsers, { query }))
	return (
		<PanelSection name="usuarios">
			<div className="staff-tools">
				<SearchForm
					label="Buscar usuarios"
					placeholder="Nombre o correo"
					value={text('q')}
					onSearch={(q) => change({ q })}
				/>
				<SelectField
					label="Mostrar"
					className="staff-beside"
					value={text('staff')}
					onChange={(event) => change({ staff: event.target.value })}
				>
					<option value="">Todos</option>
					<option value="true">Solo staff</option>
					<option value="false">Solo clientes</option>
				</SelectField>
			</div>
			<PagedList
				list={list}
				what="usuarios"
				emptyText="No hay usuarios que mostrar."
				onShowAll={text('q') || text('staff') ? () => change({ q: '', staff: '' }) : undefined}
			>
				{(users) => (
					<TableOrCards
						rows={users}
						isWide={isWide}
						table={(rows) => <UsersTable users={rows} />}
						card={(user) => <UserCard key={user.id} user={user} />}
					/>
				)}
			</PagedList>
		</PanelSection>
	)
}
