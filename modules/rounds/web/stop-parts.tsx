import { useState } from 'react'
import { Button } from '#core/web/ui/button.tsx'
import { formatHour } from '#core/web/ui/format-date.ts'
import { Slot } from '#core/web/ui/slot.ts'
import { WhatsappLink } from '#core/web/ui/whatsapp-link.tsx'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import type { PhotoMode } from '#modules/rounds/delivery-photo.ts'
import { navigationApps } from '#modules/rounds/navigation.ts'
import type { OrderNote, RoundStop } from '#modules/rounds/shapes/rounds.ts'
import { type NavigationApp, rememberApp, usualApp } from '#modules/rounds/web/navigation-app.ts'
import { DeliverDialog, FailDialog } from '#modules/rounds/web/press-dialogs.tsx'
import { contactParts } from '#modules/slots/contact.ts'

const otherTab = <span className="visually-hidden"> (se abre en otra pestaña)</span>

/** Link to the last used navigation app, with the others one tap away. */
function NavigationLink({ lat, lng }: { lat: number; lng: number }) {
	const [usual, setUsual] = useState(usualApp)
	const choose = (app: NavigationApp) => {
		rememberApp(app)
		setUsual(app)
	}
	const linkTo = (app: NavigationApp, className: string) => (
		<a
			key={app.name}
			href={app.address({ lat, lng })}
			target="_blank"
			rel="noreferrer"
			className={className}
			onClick={() => choose(app)}
		>
			<span>{app.name}</span>
			{otherTab}
		</a>
	)
	return (
		<div className="stop-way stack tighter">
			{linkTo(usual, 'button button-outline')}
			<details>
				<summary>Ir con otra app</summary>
				<p className="stop-links">
					{navigationApps.filter((app) => app !== usual).map((app) => linkTo(app, 'staff-action'))}
				</p>
			</details>
		</div>
	)
}

const readyText = ({ nombre, nro_orden, desde, hasta }: RoundStop) =>
	`Hola${nombre && ` ${nombre}`}: vamos en camino con tu pedido N° ${nro_orden}. Llegamos entre las ${formatHour(desde)} y las ${formatHour(hasta)}.`

/** Notes of staff and couriers on an order. */
export function StopNotes({ notes }: { notes: readonly OrderNote[] }) {
	if (notes.length === 0) return null
	return (
		<ul className="stop-notes" aria-label="Notas">
			{notes.map(({ de, texto, created_at }) => (
				<li key={`${created_at}${texto}`}>
					<strong>{de === 'equipo' ? 'Nota:' : 'Intento anterior:'}</strong>
					<span>{` ${texto}`}</span>
				</li>
			))}
		</ul>
	)
}

/** Links for navigation and for contacting the customer. */
export function StopLinks({ stop }: { stop: RoundStop }) {
	const { lat, lng, telefono, nombre, nro_orden } = stop
	const contact = { telefono, nombre, nro_orden, total: stop.por_cobrar, lugar: formatDireccion(stop.direccion) }
	return (
		<>
			<p className="stop-links">
				<a href={`tel:+56${telefono}`} className="staff-action">
					Llamar
				</a>
				<WhatsappLink phone={telefono} to={nombre} text={readyText(stop)} className="staff-action" />
			</p>
			<Slot parts={contactParts} props={{ contact }} />
			{lat !== null && lng !== null && <NavigationLink lat={lat} lng={lng} />}
		</>
	)
}

/** The actions at the door. */
export function StopActions({ stop, foto }: { stop: RoundStop; foto: PhotoMode }) {
	const [open, setOpen] = useState<'entregar' | 'no_entregar'>()
	const close = () => setOpen(undefined)
	return (
		<div className="stop-door">
			<Button onClick={() => setOpen('entregar')}>Entregada</Button>
			<Button look="outline" onClick={() => setOpen('no_entregar')}>
				No estaba
			</Button>
			{open === 'entregar' && <DeliverDialog stop={stop} foto={foto} onClose={close} />}
			{open === 'no_entregar' && <FailDialog stop={stop} foto={foto} onClose={close} />}
		</div>
	)
}
