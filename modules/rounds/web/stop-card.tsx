import { type PointerEvent, useState } from 'react'
import { Link } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { whoMay } from '#core/rules/permissions.ts'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { useAct } from '#core/web/panel/act.ts'
import { StaffAction } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Button, WhatsappLink } from '#core/web/ui/buttons.tsx'
import { formatHour } from '#core/web/ui/format-date.ts'
import { Alert, Badge, Slot } from '#core/web/ui/screen-parts.tsx'
import { readText, writeText } from '#core/web/ui/store.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import { contactParts } from '#modules/lists/web/contact.ts'
import { calledOffText } from '#modules/orders/staff/web/money-text.ts'
import { estadoEntregaText, isOpenStop, motivoNoEntregaText, type PhotoMode } from '#modules/rounds/delivery-state.ts'
import { removeStop } from '#modules/rounds/endpoints.ts'
import { unitsText } from '#modules/rounds/rounds.ts'
import type { RoundAnswer, RoundStop } from '#modules/rounds/shapes.ts'
import type { ShownStop } from '#modules/rounds/web/outbox.ts'
import { collectedText, DeliverDialog, FailDialog, placeOf } from '#modules/rounds/web/press-dialogs.tsx'
import { usePress } from '#modules/rounds/web/use-round.tsx'

/** How a stop ended, with its photos and, for a while, the undo. */
export function Outcome({ stop }: { stop: ShownStop }) {
	const { press, isBusy, problem } = usePress()
	const { estado, recibe, motivo, nota, hecha_at } = stop
	const facts = [
		hecha_at && formatHour(hecha_at),
		recibe && `recibe ${recibe}`,
		motivo && motivoNoEntregaText[motivo],
		nota,
		collectedText(stop),
	].filter(Boolean)
	function undo() {
		const undone = { ...placeOf(stop), tipo: 'deshecha', hecha_at: new Date().toISOString() } as const
		void press(undone, `Orden ${stop.nro_orden}: deshecho`)
	}
	return (
		<>
			<p>
				<Badge tone={estado === 'entregada' ? 'ok' : 'warn'}>{estadoEntregaText[estado]}</Badge>
				<span>{` ${facts.join(' · ')}`}</span>
			</p>
			{stop.fotos.length > 0 && (
				<p className="stop-photos">
					{stop.fotos.map((address, at) => (
						<a key={address} href={address} target="_blank" rel="noreferrer" className="link">
							<span>{`Foto ${at + 1}`}</span>
							<span className="visually-hidden">{` de la orden ${stop.nro_orden} (se abre en otra pestaña)`}</span>
						</a>
					))}
				</p>
			)}
			{estado === 'no_entregada' && (
				<p>
					<span>
						{stop.sigue === 'anular'
							? `Espera que la anule ${whoMay('devolver_dinero')}. `
							: 'Queda por despachar para otra ronda. '}
					</span>
					<Link to={`?${panelQuery({ orden: stop.orden_id })}`} className="link">
						<span>{stop.orden_estado === 'pagada' ? 'Anularla y devolver el dinero' : 'Anularla'}</span>
						<span className="visually-hidden">{`, orden ${stop.nro_orden}`}</span>
					</Link>
				</p>
			)}
			{problem && <Alert>{problem}</Alert>}
			{stop.se_puede_deshacer && (
				<Button look="outline" isBusy={isBusy} onClick={undo}>
					Deshacer
				</Button>
			)}
		</>
	)
}

interface StopCardProps {
	readonly stop: ShownStop
	readonly round: RoundAnswer
	readonly number: number
	/** Whether the car drives to this stop now. */
	readonly isNext: boolean
	readonly isBusy: boolean
	/** The stop's place among the open ones, from 0. */
	readonly place: number
	/** The shown numbers of the open stops. */
	readonly places: readonly number[]
	readonly onMove: (place: number) => void
}

/** Actions on an open stop. */
function Arrange({ stop, round, isBusy, place, places, onMove }: StopCardProps) {
	const { act, isBusy: isActing, problem } = useAct()
	const disabled = isBusy || isActing
	const of = ` la orden ${stop.nro_orden}`
	return (
		<>
			<p className="stop-links">
				<StaffAction of={of} disabled={disabled || place <= 0} onClick={() => onMove(place - 1)}>
					Antes
				</StaffAction>
				<StaffAction of={of} disabled={disabled || place >= places.length - 1} onClick={() => onMove(place + 1)}>
					Después
				</StaffAction>
				{places.length > 2 && (
					<label className="stop-place">
						<span>Parada</span>
						<span className="visually-hidden">{` de${of}`}</span>
						<select
							className="input"
							disabled={disabled}
							value={place}
							onChange={({ target }) => onMove(Number(target.value))}
						>
							{places.map((number, at) => (
								<option key={number} value={at}>
									{number}
								</option>
							))}
						</select>
					</label>
				)}
				<StaffAction
					className="staff-action staff-action-danger"
					of={of}
					disabled={disabled}
					onClick={() => {
						const request = requestTo(removeStop, { params: { id: round.id }, body: { parada_id: stop.id } })
						void act({ request, done: `Orden ${stop.nro_orden} fuera de la ronda` })
					}}
				>
					Quitar
				</StaffAction>
			</p>
			{problem && <Alert>{problem}</Alert>}
		</>
	)
}

/** A stop: contact, address, time, units and cash. */
export function StopCard(props: StopCardProps) {
	const { stop, round, number, isNext, isBusy, places, onMove } = props
	const isOpen = isOpenStop(stop.estado)
	const drag = (event: PointerEvent<HTMLElement>) => isBusy || dragStop(event, onMove)
	return (
		<li className={isNext ? 'stop stop-next' : 'stop'}>
			<p className="stop-head">
				<span className="stop-number">{number}</span>
				<strong>{formatDireccion(stop.direccion) || 'Sin dirección'}</strong>
				{isOpen && round.estado !== 'cerrada' && (
					<span className="digits">{`${formatHour(stop.desde)}–${formatHour(stop.hasta)}`}</span>
				)}
				{round.estado === 'borrador' && places.length > 1 && (
					<span className="stop-grip" title="Arrastrar" onPointerDown={drag} />
				)}
			</p>
			<p>
				<span>{`Orden ${stop.nro_orden} · ${stop.nombre || 'Sin nombre'} · ${unitsText(stop.unidades)} `}</span>
				{isOpen && stop.por_cobrar > 0 && <Badge tone="warn">{`Cobrar ${formatClp(stop.por_cobrar)}`}</Badge>}
				{stop.fijada && isOpen && <Badge>Fijada</Badge>}
				{stop.espera && <Badge tone="warn">Espera señal</Badge>}
			</p>
			{stop.anulada && <Alert tone="warn">{calledOffText(stop)}</Alert>}
			{!isOpen && <Outcome stop={stop} />}
			{isOpen && round.estado === 'en_curso' && <StopWork stop={stop} foto={round.foto} />}
			{isOpen && !stop.espera && round.estado !== 'cerrada' && <Arrange {...props} />}
		</li>
	)
}

/** The distance from the window's edge in pixels within which a drag scrolls, and pixels per frame. */
const edge = 96
const step = 10

/**
 * Drags the list item of a pressed handle until the pointer is up; then calls `onMove` with its new place from 0. Marks
 * the place meanwhile by `data-drop`. A drag that ends at its own place or is cancelled moves nothing.
 */
function dragStop(event: PointerEvent<HTMLElement>, onMove: (place: number) => void): void {
	const grip: HTMLElement = event.currentTarget
	const card = grip.closest('li')
	const cards = [...(card?.parentElement?.children ?? [])]
	if (!card || event.button !== 0) return
	event.preventDefault()
	grip.setPointerCapture(event.pointerId)
	const others = cards.filter((other) => other !== card)
	const from = cards.indexOf(card)
	const start = event.clientY + scrollY
	let [y, to] = [event.clientY, from]
	const drag = new AbortController()
	const { signal } = drag
	function mark(drop: (at: number) => string): void {
		for (const [at, other] of others.entries()) other.setAttribute('data-drop', drop(at))
	}
	function follow(): void {
		if (signal.aborted) return
		scrollBy({ top: y < edge ? -step : y > innerHeight - edge ? step : 0, behavior: 'instant' })
		card?.style.setProperty('translate', `0 ${y + scrollY - start}px`)
		to = others.filter((other) => other.getBoundingClientRect().top + other.clientHeight / 2 < y).length
		mark((at) => (to === from ? '' : at === to ? 'before' : at === to - 1 && !others[to] ? 'after' : ''))
		requestAnimationFrame(follow)
	}
	function end(place: number): void {
		drag.abort()
		card?.style.removeProperty('translate')
		mark(() => '')
		if (place !== from) onMove(place)
	}
	grip.addEventListener('pointermove', ({ clientY }) => (y = clientY), { signal })
	grip.addEventListener('pointerup', () => end(to), { signal })
	grip.addEventListener('lostpointercapture', () => end(from), { signal })
	follow()
}

/** The work at an open stop in the order of need: the way and the customer, the door, then what is rarely needed. */
export function StopWork({ stop, foto }: { stop: RoundStop; foto: PhotoMode }) {
	const [open, setOpen] = useState<'entregar' | 'no_entregar'>()
	const close = () => setOpen(undefined)
	const [usual, setUsual] = useState(
		() => navigationApps.find(({ name }) => name === readText(storageKey)) ?? navigationApps[0],
	)
	const { lat, lng, telefono, nombre, nro_orden } = stop
	const contact = { telefono, nombre, nro_orden, total: stop.por_cobrar, lugar: formatDireccion(stop.direccion) }
	const onTheWay = `Hola${nombre && ` ${nombre}`}: vamos en camino con tu pedido N° ${nro_orden}. Llegamos entre las ${formatHour(stop.desde)} y las ${formatHour(stop.hasta)}.`
	const place = lat !== null && lng !== null && { lat, lng }
	const linkTo = (app: typeof usual, to: Place) => (
		<a
			key={app.name}
			href={app.address(to)}
			target="_blank"
			rel="noreferrer"
			className="staff-action"
			onClick={() => {
				writeText(storageKey, app.name)
				setUsual(app)
			}}
		>
			<span>{app.name}</span>
			<span className="visually-hidden"> (se abre en otra pestaña)</span>
		</a>
	)
	return (
		<>
			<p className="stop-links stop-ways">
				{place && linkTo(usual, place)}
				<a href={`tel:+56${telefono}`} className="staff-action">
					Llamar
				</a>
				<WhatsappLink phone={telefono} to={nombre} text={onTheWay} className="staff-action" />
			</p>
			{!stop.anulada && (
				<div className="stop-door">
					<Button onClick={() => setOpen('entregar')}>Entregada</Button>
					<Button look="outline" onClick={() => setOpen('no_entregar')}>
						No estaba
					</Button>
					{open === 'entregar' && <DeliverDialog stop={stop} foto={foto} onClose={close} />}
					{open === 'no_entregar' && <FailDialog stop={stop} foto={foto} onClose={close} />}
				</div>
			)}
			<Slot parts={contactParts} props={{ contact }} />
			{place && (
				<details className="order-more">
					<summary>Ir con otra app</summary>
					<p className="stop-links">{navigationApps.filter((app) => app !== usual).map((app) => linkTo(app, place))}</p>
				</details>
			)}
		</>
	)
}

interface Place {
	readonly lat: number
	readonly lng: number
}

/** Navigation apps that open a position by a plain address. */
export const navigationApps = [
	{ name: 'Waze', address: ({ lat, lng }: Place) => `https://waze.com/ul?ll=${lat}%2C${lng}&navigate=yes` },
	{
		name: 'Google Maps',
		address: ({ lat, lng }: Place) =>
			`https://www.google.com/maps/dir/?api=1&destination=${lat}%2C${lng}&travelmode=driving&dir_action=navigate`,
	},
	{ name: 'Apple Maps', address: ({ lat, lng }: Place) => `https://maps.apple.com/?daddr=${lat}%2C${lng}&dirflg=d` },
] as const

const storageKey = 'premium-shaker-navegador'
