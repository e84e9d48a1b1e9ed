import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatPhone, maxEmailCharacters } from '#core/rules/person-data.ts'
import { TextEdit } from '#core/web/edit/edit-fields.tsx'
import { panelQueryOf } from '#core/web/panel/panel-parts.tsx'
import { WhatsappLink } from '#core/web/ui/buttons.tsx'
import { Slot } from '#core/web/ui/screen-parts.tsx'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { formatDireccion, formatDistance, pickupPlace } from '#modules/delivery/delivery.ts'
import { contactParts } from '#modules/lists/web/contact.ts'
import { destinationParts } from '#modules/lists/web/order-screen.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { orderKind } from '#modules/orders/staff/web/use-order.ts'

/** The address of a map page at the place. */
const mapLink = (lat: number, lng: number) =>
	`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	)
}

/** Sends the order's mails that are still to come to another address. */
function CorrectEmail({ detail }: { detail: OrderDetail }) {
	return (
		<details className="order-more">
			<summary>Corregir el correo</summary>
			<TextEdit
				kind={orderKind}
				row={detail}
				field="email"
				label="Correo de esta orden"
				of={`orden ${detail.nro_orden}`}
				maxLength={maxEmailCharacters}
			/>
			<p className="muted small">Lo que todavía no sale se envía ahí. Lo ya enviado se reenvía desde «Correos».</p>
		</details>
	)
}

/** The customer's phone, with the data of the order that a message can name. */
function contactOf({ telefono, nombre, nro_orden, total, ...order }: OrderDetail, estacion: string) {
	const isPickup = order.tipo_entrega === 'retiro'
	const lugar = isPickup ? pickupPlace(order.estacion_retiro ?? estacion) : formatDireccion(order.direccion)
	return { telefono, nombre, nro_orden, total, lugar }
}

/** Who bought, and how to reach them. */
export function Customer({ detail }: { detail: OrderDetail }) {
	const { cliente, nombre, email, telefono, user } = detail
	const { estacion_retiro } = usePageData()
	// A blocked account is written to about its orders under way only.
	const mayWrite = !cliente?.bloqueada || ['pendiente', 'en_revision', 'pagada'].includes(detail.estado)
	const theirs = panelQueryOf('ordenes')
	theirs.set('user', String(user))
	return (
		<>
			<dl className="fold-list">
				<Fact name="Nombre">{nombre || 'Sin nombre'}</Fact>
				<Fact name="Correo">
					<a href={`mailto:${email}`} className="link">
						{email}
					</a>
				</Fact>
				<Fact name="Teléfono">
					<a href={`tel:+56${telefono}`} className="link digits">
						{formatPhone(telefono)}
					</a>{' '}
					<WhatsappLink phone={telefono} to={nombre || email} className="link after" />
				</Fact>
				<Fact name="Usuario ID">
					<span className="digits">{user ?? '-'}</span>
					{cliente && !cliente.is_active && <span> (cuenta desactivada)</span>}
					{cliente?.bloqueada && <span> (cuenta bloqueada)</span>}
				</Fact>
				{cliente && (
					<Fact name="Compras">
						<Link to={`?${theirs.toString()}`} className="link">
							{cliente.ordenes === 1 ? '1 orden' : `${cliente.ordenes} órdenes`}
						</Link>
					</Fact>
				)}
			</dl>
			{mayWrite && <Slot parts={contactParts} props={{ contact: contactOf(detail, estacion_retiro) }} />}
			<CorrectEmail detail={detail} />
		</>
	)
}

/** Where the bottles go. */
export function Delivery({ detail }: { detail: OrderDetail }) {
	return (
		<div className="stack tight">
			<Destination detail={detail} />
			<Slot parts={destinationParts} props={{ detail }} />
		</div>
	)
}

function Destination({ detail }: { detail: OrderDetail }) {
	const { estacion_retiro } = usePageData()
	const { tipo_entrega, direccion, comuna, distancia_m, lat, lng, despacho_sin_medir } = detail
	if (tipo_entrega === 'retiro') {
		const hours = detail.horario_retiro ? `, ${detail.horario_retiro}` : ''
		return <p>{`Retiro en ${pickupPlace(detail.estacion_retiro ?? estacion_retiro)}${hours}.`}</p>
	}
	return (
		<div className="stack tight">
			<p>
				{`${formatDireccion(direccion) || 'No Registrada'}${comuna && !direccion.includes(comuna) ? `, ${comuna}` : ''}`}
			</p>
			{distancia_m !== null && <p className="muted">{`A ${formatDistance(distancia_m)} de la tienda`}</p>}
			{despacho_sin_medir && <p className="warn">La distancia no se pudo medir: el despacho se cobró $0.</p>}
			{lat !== null && lng !== null && (
				<p>
					<a href={mapLink(lat, lng)} target="_blank" rel="noopener" className="link">
						Ver en el mapa<span className="visually-hidden"> (se abre en otra pestaña)</span>
					</a>
				</p>
			)}
		</div>
	)
}
