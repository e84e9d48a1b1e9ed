import { Link } from 'react-router'
import { addressOf } from '#core/contract/endpoint.ts'
import { formatPhone, formatRut, phoneDigits } from '#core/rules/person-data.ts'
import { dayIn } from '#core/rules/times.ts'
import { ListPage } from '#core/web/list/list-page.tsx'
import { type CardShape, Facts, type TableShape, twoLines } from '#core/web/list/list-rows.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { PanelSection, panelQueryOf, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { formatDay } from '#core/web/ui/format-date.ts'
import { Money } from '#core/web/ui/parts.tsx'
import { exportCustomers, listCustomers } from '#modules/customers/endpoints.ts'
import type { Customer } from '#modules/customers/shapes.ts'
import { Note } from '#modules/customers/web/customer-note.tsx'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import { BlockAccount, blockChips } from '#modules/staff/web/block-account.tsx'

function boughtText({ compras, sin_pagar }: Customer): string {
	const bought = compras === 1 ? '1 compra' : `${compras} compras`
	return sin_pagar === 0 ? bought : `${bought} (${sin_pagar} sin pagar)`
}
const dayText = (moment: string | null) => (moment === null ? '-' : formatDay(dayIn(new Date(moment))))
const phoneText = (telefono: string) => (telefono === '' ? '' : formatPhone(phoneDigits(telefono)))

const noteOf = ({ id, nombre, email, nota }: Customer) => ({ id, name: nombre || email, note: nota })

/** The customer's orders, in the list of orders. */
function OwnOrders({ customer }: { customer: Customer }) {
	if (customer.ordenes === 0) return 'Sin órdenes'
	return (
		<Link className="link one-line" to={`?${panelQueryOf('ordenes')}&user=${customer.id}`}>
			{boughtText(customer)}
		</Link>
	)
}

/** Accounts are blocked in Usuarios; here a block is seen and lifted. */
function Block({ customer: { id, nombre, email, bloqueo } }: { customer: Customer }) {
	if (!bloqueo) return null
	return <BlockAccount id={id} name={nombre || email} bloqueo={bloqueo} />
}

const table: TableShape<Customer> = {
	title: 'Clientes',
	columns: [
		{
			head: 'Cliente',
			isRowHeader: true,
			cell: (one) => (
				<>
					<span className="strong">{one.nombre || one.email}</span>
					<span className="staff-sub">{one.nombre && one.email}</span>
					<span className="staff-sub">{phoneText(one.telefono)}</span>
					{one.rut && <span className="staff-sub">{`RUT ${formatRut(one.rut)}`}</span>}
					<Block customer={one} />
				</>
			),
		},
		{
			head: 'Direcciones',
			cell: ({ direcciones }) => direcciones.map((one) => <p key={one}>{formatDireccion(one)}</p>),
		},
		{
			head: 'Compró',
			className: 'staff-number',
			cellClass: 'staff-number',
			cell: (one) => twoLines(<Money amount={one.gastado} />, <OwnOrders customer={one} />),
		},
		{ head: 'Última orden', cell: (one) => dayText(one.ultima_orden_at) },
		{ head: 'Aceptó las políticas', cell: (one) => dayText(one.consentimiento_at) },
		{ head: 'Nota', cell: (one) => <Note {...noteOf(one)} /> },
	],
}

function card(one: Customer): CardShape {
	const facts = [
		['Email', one.email],
		['Teléfono', phoneText(one.telefono)],
		['RUT', one.rut && formatRut(one.rut)],
		[
			'Direcciones',
			one.direcciones.length > 0 &&
				one.direcciones.map((direccion) => <p key={direccion}>{formatDireccion(direccion)}</p>),
		],
		['Última orden', dayText(one.ultima_orden_at)],
		['Cliente desde', dayText(one.created_at)],
		['Aceptó las políticas', dayText(one.consentimiento_at)],
	] as const
	return {
		head: (
			<>
				<span className="strong">{one.nombre || one.email}</span>
				<Money amount={one.gastado} />
				<span className="fold-sub one-line fold-wide">{boughtText(one)}</span>
			</>
		),
		body: (
			<>
				<Facts facts={facts} />
				<OwnOrders customer={one} />
				<Note {...noteOf(one)} />
				<Block customer={one} />
			</>
		),
	}
}

/** The shop's customers: searched, with what they bought. */
export default function CustomersSection() {
	const { text } = usePanelAddress()
	const q = text('q')
	const list = useListPage('cliente', (page) =>
		requestTo(listCustomers, { query: { q, bloqueadas: text('bloqueadas'), ...page } }),
	)
	return (
		<PanelSection>
			<ListPage
				list={list}
				rowKey="id"
				what="clientes"
				search={{ param: 'q', label: 'Buscar un cliente', placeholder: 'Nombre, correo, teléfono o RUT' }}
				chips={blockChips}
				clears={['q', 'bloqueadas']}
				empty="Todavía no hay clientes."
				emptyFiltered="Ningún cliente coincide."
				table={table}
				card={card}
				exports={[{ label: 'Clientes', address: addressOf(exportCustomers, { query: { q } }) }]}
			/>
		</PanelSection>
	)
}
