import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { dayIn } from '#core/rules/times.ts'
import { ListFrame } from '#core/web/list/staff-list.tsx'
import {
	lazyPart,
	PanelLink,
	PanelSection,
	PartLoading,
	StaffAction,
	usePanelAddress,
} from '#core/web/panel/panel-parts.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { formatHour } from '#core/web/ui/format-date.ts'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { formatDireccion, formatDistance } from '#modules/delivery/delivery.ts'
import { stoppedText } from '#modules/orders/staff/web/money-text.ts'
import { MoneyBadge } from '#modules/orders/staff/web/order-parts.tsx'
import type { EstadoRonda } from '#modules/rounds/delivery-state.ts'
import { packingList, sheetsLink, unitsText } from '#modules/rounds/rounds.ts'
import type { DeliveriesAnswer, ReadyOrder } from '#modules/rounds/shapes.ts'
import { Pickups } from '#modules/rounds/web/pickups.tsx'
import { DepartureField, usePlannedDeparture } from '#modules/rounds/web/round-hours.tsx'
import { RoundScreen } from '#modules/rounds/web/round-screen.tsx'
import { OutboxNotice, useDeliveries, usePlanRound } from '#modules/rounds/web/use-round.tsx'
import '#modules/rounds/web/rounds.css'
import { Chips } from '#core/web/list/filters.tsx'

/** A separate chunk: couriers need neither the printed sheets nor their QR codes. */
const DeliverySheets = lazyPart(async () => (await import('#modules/rounds/web/delivery-sheets.tsx')).DeliverySheets)

const DeliveriesList = lazyPart(async () => (await import('#modules/rounds/web/deliveries-list.tsx')).DeliveriesList)

const roundText: Readonly<Record<EstadoRonda, string>> = {
	borrador: 'Planeada',
	en_curso: 'En camino',
	cerrada: 'Terminada',
}

/** An order, with badges for what is urgent or needs extra work. */
function ReadyFacts({ order }: { order: ReadyOrder }) {
	const where = order.retiro ?? formatDireccion(order.direccion)
	return (
		<div className="can-shrink">
			<p className="strong">
				<Link to={`?${panelQuery({ orden: order.orden_id })}`} className="link">
					{`Orden ${order.nro_orden}`}
				</Link>{' '}
				{order.atrasada && <Badge tone="danger">Atrasada</Badge>}
				{order.prometida === dayIn(new Date()) && <Badge tone="warn">Para hoy</Badge>}
				{order.intentos > 0 && <Badge tone="warn">{`Intento ${order.intentos + 1}`}</Badge>}
				{order.por_anular && <Badge tone="danger">Por anular</Badge>}
				{order.detenida && <Badge tone="danger">Entrega detenida</Badge>}
				<MoneyBadge order={order} />
				{order.por_cobrar > 0 && <Badge tone="info">{`Cobrar ${formatClp(order.por_cobrar)}`}</Badge>}
			</p>
			<p>{where || 'Sin dirección'}</p>
			<p className="muted small">
				{[order.nombre, unitsText(order.unidades), order.distancia_m !== null && formatDistance(order.distancia_m)]
					.filter(Boolean)
					.join(' · ')}
			</p>
		</div>
	)
}

/** The link's text to the packing list and the labels of the chosen orders; of all without a choice. */
function printText(taken: number): string {
	if (taken === 0) return 'Imprimir todas las etiquetas'
	return taken === 1 ? 'Imprimir su etiqueta' : `Imprimir ${taken} etiquetas`
}

function Plan({ bringable, onPlanned }: { bringable: readonly ReadyOrder[]; onPlanned: (id: string) => void }) {
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
	const { change: plan, isBusy, problem } = usePlanRound(({ id }) => onPlanned(id))
	const departure = usePlannedDeparture()
	const taken = bringable.filter(({ orden_id }) => chosen.has(orden_id))
	// Orders that are about to be cancelled are added only by hand.
	const usual = bringable.filter(({ por_anular }) => !por_anular)
	const isAll = taken.length > 0 && usual.every(({ orden_id }) => chosen.has(orden_id))
	const toggle = (id: string) =>
		setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
	function planTaken() {
		const salida_at = departure.read()
		if (salida_at) plan({ ordenes: taken.map((one) => one.orden_id), salida_at })
	}
	return (
		<>
			<ul>
				{bringable.map((order) => (
					<li key={order.orden_id} className="ready-row">
						<label className="ready-choice">
							<input type="checkbox" checked={chosen.has(order.orden_id)} onChange={() => toggle(order.orden_id)} />
							<span className="visually-hidden">{`Llevar la orden ${order.nro_orden}`}</span>
						</label>
						<ReadyFacts order={order} />
					</li>
				))}
			</ul>
			{problem && <Alert>{problem}</Alert>}
			<div className="round-departure">
				<DepartureField departure={departure} />
			</div>
			<div className="round-bar">
				<StaffAction onClick={() => setChosen(new Set(isAll ? [] : usual.map(({ orden_id }) => orden_id)))}>
					{isAll ? 'No llevar ninguna' : 'Elegir todas'}
				</StaffAction>
				<Link
					to={sheetsLink((taken.length > 0 ? taken : bringable).map(({ nro_orden }) => nro_orden))}
					className="staff-action"
				>
					{printText(taken.length)}
				</Link>
				<p role="status" className="small">
					{taken.length > 0 && `Para empacar: ${unitsText(packingList(taken))}`}
				</p>
				<Button isBusy={isBusy} disabled={taken.length === 0} onClick={planTaken}>
					{taken.length === 1 ? 'Planear ronda de 1 orden' : `Planear ronda de ${taken.length} órdenes`}
				</Button>
			</div>
		</>
	)
}

const nothing: DeliveriesAnswer = { despachos: [], retiros: [], retirados: [], rondas: [], hay_mas: false }

function Deliveries() {
	const { change } = usePanelAddress()
	const { data = nothing, isPending, isFetching, isError, refetch } = useDeliveries()
	const bringable = data.despachos.filter(({ detenida }) => !detenida)
	// They need a decision of staff before the delivery.
	const stopped = data.despachos.filter(({ detenida }) => detenida)
	return (
		<ListFrame
			isFirst={isPending}
			isBusy={isFetching}
			isError={isError}
			isEmpty={false}
			emptyText=""
			onReload={() => void refetch()}
		>
			<div className="deliveries">
				{data.rondas.length > 0 && (
					<section aria-labelledby="rondas">
						<h4 id="rondas" className="title-s">
							Rondas
						</h4>
						<ul>
							{data.rondas.map(({ id, numero, estado, salida_at, paradas, hechas }) => (
								<li key={id} className="staff-row">
									<PanelLink to={{ ronda: id }} className="link strong">
										{`Ronda ${numero}`}
									</PanelLink>
									<Badge tone={estado === 'en_curso' ? 'ok' : 'info'}>{roundText[estado]}</Badge>
									<span className="muted small">
										{`Sale ${formatHour(salida_at)} · ${hechas} de ${paradas} ${paradas === 1 ? 'parada' : 'paradas'}`}
									</span>
								</li>
							))}
						</ul>
					</section>
				)}
				<section aria-labelledby="despachos">
					<h4 id="despachos" className="title-s">
						Por despachar
					</h4>
					{bringable.length === 0 ? (
						<p className="staff-waiting">No hay órdenes por despachar.</p>
					) : (
						<Plan bringable={bringable} onPlanned={(id) => change({ ronda: id })} />
					)}
				</section>
				{stopped.length > 0 && (
					<section aria-labelledby="detenidas">
						<h4 id="detenidas" className="title-s">
							Entregas detenidas
						</h4>
						<ul>
							{stopped.map((order) => (
								<li key={order.orden_id} className="ready-row">
									<div className="can-shrink">
										<ReadyFacts order={order} />
										<p className="small">{stoppedText(order.dinero)}</p>
									</div>
								</li>
							))}
						</ul>
					</section>
				)}
				<Pickups orders={data.retiros} done={data.retirados} factsOf={(order) => <ReadyFacts order={order} />} />
				{data.hay_mas && <p className="muted small">Hay más: estas son las más antiguas.</p>}
			</div>
		</ListFrame>
	)
}

const views = [
	['', 'Por repartir'],
	['entregas', 'Entregas'],
] as const

/** Pending orders, planning a round, the current round, printed sheets, and all deliveries. */
export default function DeliveriesSection() {
	return (
		<PanelSection>
			<Chosen />
		</PanelSection>
	)
}

function Chosen() {
	const { text, linkWith, go } = usePanelAddress()
	const [round, sheets] = [text('ronda'), text('hojas')]
	const view = text('vista') === 'entregas' ? 'entregas' : ''
	if (sheets)
		return (
			<Suspense fallback={<PartLoading />}>
				<OutboxNotice />
				<DeliverySheets numbers={sheets} back={linkWith({ hojas: undefined })} />
			</Suspense>
		)
	if (round) return <RoundScreen key={round} id={round} back={linkWith({ ronda: undefined })} />
	return (
		<>
			<OutboxNotice />
			<Chips options={views} value={view} onChoose={(vista) => go('reparto', { vista })} />
			{view === 'entregas' ? (
				<Suspense fallback={<PartLoading />}>
					<DeliveriesList />
				</Suspense>
			) : (
				<Deliveries />
			)}
		</>
	)
}
