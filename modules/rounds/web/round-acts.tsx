import { useState } from 'react'
import { Link } from 'react-router'
import { useAct } from '#core/web/panel/act.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Button, type ButtonLook } from '#core/web/ui/buttons.tsx'
import { ActionDialog } from '#core/web/ui/dialogs.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import { closeRound, orderRound, startRound } from '#modules/rounds/endpoints.ts'
import { sheetsLink } from '#modules/rounds/rounds.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import { sendAllPresses } from '#modules/rounds/web/send-presses.ts'

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

interface RoundActButtonProps {
	readonly id: string
	readonly roundAct: RoundAct
	readonly look: ButtonLook
	readonly text: string
}

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

/** Opens the confirmation of an action on the whole round. */
function RoundActButton({ id, roundAct, look, text }: RoundActButtonProps) {
	const [isOpen, setOpen] = useState(false)
	return (
		<>
			<Button look={look} onClick={() => setOpen(true)}>
				{text}
			</Button>
			{isOpen && <RoundActDialog id={id} roundAct={roundAct} onClose={() => setOpen(false)} />}
		</>
	)
}

/** Ends a round that is on its way, after a confirmation. */
export function EndRound({ id, look }: { id: string; look: ButtonLook }) {
	return <RoundActButton id={id} roundAct={acts.terminar} look={look} text="Terminar ronda" />
}

/** Actions on the whole round; those that notify customers or end it need a confirmation. */
export function RoundActs({ round }: { round: RoundAnswer }) {
	const { act, isBusy, problem } = useAct()
	const isDraft = round.estado === 'borrador'
	const open = round.paradas.filter(({ estado }) => isOpenStop(estado)).map(({ nro_orden }) => nro_orden)
	if (round.estado === 'cerrada') return <p>Esta ronda terminó.</p>
	return (
		<>
			{problem && <Alert>{problem}</Alert>}
			<div className="round-acts">
				{isDraft && round.paradas.length > 0 && (
					<RoundActButton id={round.id} roundAct={acts.salir} look="solid" text="Salir a repartir" />
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
				{isDraft ? (
					<RoundActButton id={round.id} roundAct={acts.descartar} look="outline" text="Descartar ronda" />
				) : (
					<EndRound id={round.id} look="outline" />
				)}
				{open.length > 0 && (
					<Link to={sheetsLink(open, round.id)} className="staff-action">
						Imprimir etiquetas
					</Link>
				)}
			</div>
		</>
	)
}
