import { useState } from 'react'
import { Link } from 'react-router'
import { ListFrame } from '#core/web/list/staff-list.tsx'
import { useAct } from '#core/web/panel/act.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { ActionDialog } from '#core/web/ui/dialogs.tsx'
import { formatHour } from '#core/web/ui/format-date.ts'
import { Icon } from '#core/web/ui/parts.tsx'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { formatDireccion, formatDistance } from '#modules/delivery/delivery.ts'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import { addStop, closeRound, orderRound, startRound } from '#modules/rounds/endpoints.ts'
import { durationText, packingList, sheetsLink, unitsText } from '#modules/rounds/rounds.ts'
import type { RoundAnswer, RoundStop } from '#modules/rounds/shapes.ts'
import { Driving } from '#modules/rounds/web/driving.tsx'
import { DepartureForm, RoundMap } from '#modules/rounds/web/round-hours.tsx'
import { sendAllPresses } from '#modules/rounds/web/send-presses.ts'
import { StopCard } from '#modules/rounds/web/stop-card.tsx'
import {
	useArrangeRound,
	useDeliveries,
	useOfflinePage,
	useRound,
	useShownStops,
} from '#modules/rounds/web/use-round.tsx'

function Facts({ round }: { round: RoundAnswer }) {
	const { salida_at, vuelve_at, metros, segundos, minutos_parada, paradas, estado } = round
	const all = segundos + paradas.length * minutos_parada * 60
	return (
		<>
			<p>
				{`${estado === 'borrador' ? 'Sale' : 'Salió'} ${formatHour(salida_at)} · vuelve cerca de las ${formatHour(vuelve_at)} · ${formatDistance(metros)} · ${durationText(all)}`}
			</p>
			<p className="small">{`Para empacar: ${unitsText(packingList(paradas.filter(({ anulada }) => !anulada))) || 'nada'}`}</p>
			{round.atrasada && <Alert tone="warn">La ronda va atrasada respecto de lo que se avisó a los clientes.</Alert>}
		</>
	)
}

interface RoundAct {
	readonly endpoint: typeof startRound | typeof closeRound
	readonly title: string
	readonly text: string
	readonly confirm: string
	readonly done: string
}

const acts = {
	salir: {
		endpoint: startRound,
		title: '¿Salir a repartir?',
		confirm: 'Salir',
		done: 'La ronda salió',
		text: 'Cada cliente recibe un correo con la hora en que llegas.',
	},
	descartar: {
		endpoint: closeRound,
		title: '¿Descartar la ronda?',
		confirm: 'Descartar',
		done: 'Ronda descartada',
		text: 'Sus órdenes vuelven a esperar despacho.',
	},
	terminar: {
		endpoint: closeRound,
		title: '¿Terminar la ronda?',
		confirm: 'Terminar',
		done: 'Ronda terminada',
		text: 'Lo que no visitaste queda para otra ronda, y esta ya no se cambia.',
	},
} as const satisfies Record<string, RoundAct>

const unsentTexts = {
	waiting: 'Lo que marcaste espera señal. Intenta de nuevo cuando haya llegado a la tienda.',
	'set aside': 'Hay marcas que la tienda no recibió. Envíalas otra vez o descártalas antes de terminar.',
	nothing: undefined,
} as const

function RoundActDialog({ id, roundAct, onClose }: { id: string; roundAct: RoundAct; onClose: () => void }) {
	const { act, isBusy, problem } = useAct()
	const [isSending, setSending] = useState(false)
	const [unsent, setUnsent] = useState<keyof typeof unsentTexts>('nothing')
	return (
		<ActionDialog
			title={roundAct.title}
			confirmText={roundAct.confirm}
			isBusy={isBusy || isSending}
			problem={unsentTexts[unsent] ?? problem}
			onClose={onClose}
			onConfirm={async () => {
				// A finished round accepts no more presses.
				setSending(true)
				const left = await sendAllPresses()
				setSending(false)
				setUnsent(left)
				if (left !== 'nothing') return
				if (await act({ request: requestTo(roundAct.endpoint, { params: { id } }), done: roundAct.done })) onClose()
			}}
		>
			<p>{roundAct.text}</p>
		</ActionDialog>
	)
}

/** Actions on the whole round; those that notify customers or end it need a confirmation. */
function RoundActs({ round }: { round: RoundAnswer }) {
	const { act, isBusy, problem } = useAct()
	const [pendingAct, setPendingAct] = useState<RoundAct>()
	const isDraft = round.estado === 'borrador'
	const open = round.paradas.filter(({ estado }) => isOpenStop(estado)).map(({ nro_orden }) => nro_orden)
	if (round.estado === 'cerrada') return <p>Esta ronda terminó.</p>
	return (
		<>
			{problem && <Alert>{problem}</Alert>}
			<div className="round-acts">
				{isDraft && round.paradas.length > 0 && (
					<Button onClick={() => setPendingAct(acts.salir)}>Salir a repartir</Button>
				)}
				{round.paradas.length > 2 && (
					<Button
						look="outline"
						isBusy={isBusy}
						onClick={() => {
							const request = requestTo(orderRound, { params: { id: round.id } })
							void act({ request, done: 'Paradas ordenadas' })
						}}
					>
						Ordenar por cercanía
					</Button>
				)}
				<Button look="outline" onClick={() => setPendingAct(isDraft ? acts.descartar : acts.terminar)}>
					{isDraft ? 'Descartar ronda' : 'Terminar ronda'}
				</Button>
				{open.length > 0 && (
					<Link to={sheetsLink(open, round.id)} className="staff-action">
						Imprimir etiquetas
					</Link>
				)}
			</div>
			{pendingAct && <RoundActDialog id={round.id} roundAct={pendingAct} onClose={() => setPendingAct(undefined)} />}
		</>
	)
}

/** All stops in order; open ones can be moved. */
function Stops({ round }: { round: RoundAnswer }) {
	const { change: arrange, isBusy, problem } = useArrangeRound(round)
	const stops = useShownStops(round)
	const open = stops.filter(({ estado }) => isOpenStop(estado))
	const fixed = open.filter(({ fijada }) => fijada).map(({ id }) => id)
	const move = (stop: RoundStop, by: number) => {
		const order = open.map(({ id }) => id)
		const at = order.indexOf(stop.id)
		arrange({
			paradas: order.toSpliced(at, 1).toSpliced(at + by, 0, stop.id),
			fijadas: [...new Set([...fixed, stop.id])],
		})
	}
	const next = round.estado === 'en_curso' ? open[0]?.id : undefined
	return (
		<>
			{problem && <Alert>{problem}</Alert>}
			<ol className="stack" aria-label="Paradas">
				{stops.map((stop, at) => {
					const place = open.indexOf(stop)
					return (
						<StopCard
							key={stop.id}
							stop={stop}
							round={round}
							number={at + 1}
							isNext={stop.id === next}
							isBusy={isBusy}
							onEarlier={place > 0 ? () => move(stop, -1) : undefined}
							onLater={place >= 0 && place < open.length - 1 ? () => move(stop, 1) : undefined}
						/>
					)
				})}
			</ol>
		</>
	)
}

export function RoundScreen({ id, back }: { id: string; back: string }) {
	const { data: round, dataUpdatedAt, isPending, isFetching, isError, refetch } = useRound(id)
	useOfflinePage(round?.estado === 'en_curso')
	return (
		<>
			<Link to={back} className="back-link">
				<Icon name="back" />
				Volver al reparto
			</Link>
			<ListFrame
				isFirst={isPending}
				isBusy={isFetching}
				isError={!round}
				isEmpty={false}
				emptyText=""
				onReload={() => void refetch()}
			>
				{round && (
					<div className="round">
						<h4 className="title-m">
							<span>{`Ronda ${round.numero} `}</span>
							{round.estado === 'en_curso' && <Badge tone="ok">En camino</Badge>}
						</h4>
						{isError && (
							<Alert tone="warn">{`Sin señal: ves la ronda de las ${formatHour(new Date(dataUpdatedAt).toISOString())}.`}</Alert>
						)}
						<Facts round={round} />
						<RoundActs round={round} />
						<DepartureForm key={round.salida_at} round={round} />
						{round.estado === 'en_curso' ? (
							<Driving round={round}>
								<RoundMap round={round} />
								<Stops round={round} />
							</Driving>
						) : (
							<>
								<RoundMap round={round} />
								<Stops round={round} />
							</>
						)}
						{round.estado !== 'cerrada' && <LateOrders round={round} />}
					</div>
				)}
			</ListFrame>
		</>
	)
}

/** Offers pending orders for a planned or started round. Renders nothing without any. */
function LateOrders({ round }: { round: RoundAnswer }) {
	const { data } = useDeliveries()
	const { act, isBusy, problem } = useAct()
	const waiting = data?.despachos.filter(({ detenida }) => !detenida) ?? []
	if (waiting.length === 0) return null
	return (
		<details className="late-orders">
			<summary>Agregar una orden</summary>
			{problem && <Alert>{problem}</Alert>}
			<ul>
				{waiting.map(({ orden_id, nro_orden, direccion }) => (
					<li key={orden_id} className="staff-row">
						<span className="can-shrink">{`Orden ${nro_orden} · ${formatDireccion(direccion) || 'Sin dirección'}`}</span>
						<button
							type="button"
							className="staff-action"
							disabled={isBusy}
							onClick={() =>
								void act({
									request: requestTo(addStop, { params: { id: round.id }, body: { orden_id } }),
									done: `Orden ${nro_orden} en la ronda`,
								})
							}
						>
							Agregar<span className="visually-hidden">{` la orden ${nro_orden}`}</span>
						</button>
					</li>
				))}
			</ul>
		</details>
	)
}
