import { Link } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { whoMay } from '#core/rules/permissions.ts'
import { useAct } from '#core/web/panel/act.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Alert } from '#core/web/ui/alert.tsx'
import { Badge } from '#core/web/ui/badge.tsx'
import { Button } from '#core/web/ui/button.tsx'
import { formatHour } from '#core/web/ui/format-date.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import { estadoEntregaText, isOpenStop, motivoNoEntregaText } from '#modules/rounds/delivery-state.ts'
import { removeStop } from '#modules/rounds/endpoints.ts'
import type { RoundAnswer, RoundStop } from '#modules/rounds/shapes/rounds.ts'
import { orderLink } from '#modules/rounds/web/order-link.ts'
import type { ShownStop } from '#modules/rounds/web/outbox.ts'
import { placeOf } from '#modules/rounds/web/press-dialogs.tsx'
import { unitsText } from '#modules/rounds/web/round-text.ts'
import { StopActions, StopLinks } from '#modules/rounds/web/stop-parts.tsx'
import { usePress } from '#modules/rounds/web/use-presses.ts'
import { calledOffText } from '#modules/staff-orders/web/order-fields.ts'

/** The stop's photos, as evidence of the delivery. */
function Photos({ stop }: { stop: RoundStop }) {
	if (stop.fotos.length === 0) return null
	return (
		<p className="stop-photos">
			{stop.fotos.map((address, at) => (
				<a key={address} href={address} target="_blank" rel="noreferrer" className="link">
					<span>{`Foto ${at + 1}`}</span>
					<span className="visually-hidden">{` de la orden ${stop.nro_orden} (se abre en otra pestaña)`}</span>
				</a>
			))}
		</p>
	)
}

export function Outcome({ stop }: { stop: ShownStop }) {
	const { press, isBusy, problem } = usePress()
	const { estado, recibe, motivo, nota, cobrado, vuelto, hecha_at } = stop
	const facts = [
		hecha_at && formatHour(hecha_at),
		recibe && `recibe ${recibe}`,
		motivo && motivoNoEntregaText[motivo],
		nota,
		cobrado !== null && `cobrado ${formatClp(cobrado)}${vuelto ? `, vuelto ${formatClp(vuelto)}` : ''}`,
	].filter(Boolean)
	const undo = () =>
		press(
			{ ...placeOf(stop), tipo: 'deshecha', hecha_at: new Date().toISOString() },
			`Orden ${stop.nro_orden}: deshecho`,
		)
	return (
		<>
			<p>
				<Badge tone={estado === 'entregada' ? 'ok' : 'warn'}>{estadoEntregaText[estado]}</Badge>
				<span>{` ${facts.join(' · ')}`}</span>
			</p>
			<Photos stop={stop} />
			{estado === 'no_entregada' && (
				<p>
					<span>
						{stop.sigue === 'anular'
							? `Espera que la anule ${whoMay('devolver_dinero')}. `
							: 'Queda por despachar para otra ronda. '}
					</span>
					<Link to={orderLink(stop.orden_id)} className="link">
						<span>{stop.orden_estado === 'pagada' ? 'Anularla y devolver el dinero' : 'Anularla'}</span>
						<span className="visually-hidden">{`, orden ${stop.nro_orden}`}</span>
					</Link>
				</p>
			)}
			{problem && <Alert>{problem}</Alert>}
			{stop.se_puede_deshacer && (
				<Button look="outline" isBusy={isBusy} onClick={() => void undo()}>
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
	/** Undefined when the stop cannot move in that direction. */
	readonly onEarlier: (() => void) | undefined
	readonly onLater: (() => void) | undefined
}

/** Actions on an open stop. */
function Arrange({ stop, round, isBusy, onEarlier, onLater }: StopCardProps) {
	const { act, isBusy: isActing, problem } = useAct()
	const busy = isBusy || isActing
	const of = <span className="visually-hidden">{` la orden ${stop.nro_orden}`}</span>
	return (
		<>
			<p className="stop-links">
				<button type="button" className="staff-action" disabled={busy || !onEarlier} onClick={onEarlier}>
					Antes{of}
				</button>
				<button type="button" className="staff-action" disabled={busy || !onLater} onClick={onLater}>
					Después{of}
				</button>
				<button
					type="button"
					className="staff-action staff-action-danger"
					disabled={busy}
					onClick={() =>
						void act({
							request: requestTo(removeStop, { params: { id: round.id }, body: { parada_id: stop.id } }),
							done: `Orden ${stop.nro_orden} fuera de la ronda`,
						})
					}
				>
					Quitar{of}
				</button>
			</p>
			{problem && <Alert>{problem}</Alert>}
		</>
	)
}

/** A stop: contact, address, time, units and cash. */
export function StopCard(props: StopCardProps) {
	const { stop, round, number, isNext } = props
	const isOpen = isOpenStop(stop.estado)
	return (
		<li className={isNext ? 'stop stop-next' : 'stop'}>
			<p className="stop-head">
				<span className="stop-number">{number}</span>
				<strong>{formatDireccion(stop.direccion) || 'Sin dirección'}</strong>
				{isOpen && round.estado !== 'cerrada' && (
					<span className="digits">{`${formatHour(stop.desde)}–${formatHour(stop.hasta)}`}</span>
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
			{isOpen && round.estado === 'en_curso' && <StopLinks stop={stop} />}
			{isOpen && round.estado === 'en_curso' && !stop.anulada && <StopActions stop={stop} foto={round.foto} />}
			{isOpen && !stop.espera && round.estado !== 'cerrada' && <Arrange {...props} />}
		</li>
	)
}
