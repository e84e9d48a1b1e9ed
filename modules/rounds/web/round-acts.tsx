import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import { countProblem, differenceText } from '#core/rules/cash-count.ts'
import { formatClp } from '#core/rules/money.ts'
import { ActionForm, FormDialog, FormField } from '#core/web/forms/action-form.tsx'
import { checked, readWhole } from '#core/web/forms/checked.ts'
import { useAct } from '#core/web/panel/act.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Button, type ButtonLook } from '#core/web/ui/buttons.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import { departureQuestions } from '#modules/rounds/departure.ts'
import { closeRound, orderRound, startRound } from '#modules/rounds/endpoints.ts'
import { collectedCash, sheetsLink } from '#modules/rounds/rounds.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import { sendAllPresses } from '#modules/rounds/web/outbox.ts'
import { useShownStops } from '#modules/rounds/web/use-round.tsx'

/** Actions on the whole round; those that notify customers or end it need a confirmation. */
export function RoundActs({ round }: { round: RoundAnswer }) {
	const { act, isBusy, problem } = useAct()
	const { esperado, contado, motivo } = round.efectivo
	const isDraft = round.estado === 'borrador'
	const open = round.paradas.filter(({ estado }) => isOpenStop(estado)).map(({ nro_orden }) => nro_orden)
	if (round.estado === 'cerrada')
		return (
			<>
				<p>Esta ronda terminó.</p>
				{contado !== null && (
					<p>{`Efectivo: se cobraron ${formatClp(esperado)} y se contaron ${formatClp(contado)}. ${differenceText(esperado, contado)}${motivo && ` Motivo: ${motivo}`}`}</p>
				)}
			</>
		)
	return (
		<>
			{problem && <Alert>{problem}</Alert>}
			<div className="round-acts">
				{isDraft && round.paradas.length > 0 && (
					<RoundActButton round={round} look="solid" text="Salir a repartir" dialog={StartRoundDialog} />
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
					<RoundActButton round={round} look="outline" text="Descartar ronda" dialog={DiscardRoundDialog} />
				) : (
					<EndRound round={round} look="outline" />
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

interface RoundDialogProps {
	readonly round: RoundAnswer
	readonly onClose: () => void
}

interface RoundActButtonProps {
	readonly round: RoundAnswer
	readonly look: ButtonLook
	readonly text: string
	readonly dialog: ComponentType<RoundDialogProps>
}

/** Opens the confirmation of an action on the whole round. */
function RoundActButton({ round, look, text, dialog: RoundDialog }: RoundActButtonProps) {
	const [isOpen, setOpen] = useState(false)
	return (
		<>
			<Button look={look} onClick={() => setOpen(true)}>
				{text}
			</Button>
			{isOpen && <RoundDialog round={round} onClose={() => setOpen(false)} />}
		</>
	)
}

/** Mails the customers their hours. A departure that they would not expect is asked about. */
function StartRoundDialog({ round, onClose }: RoundDialogProps) {
	const [questions] = useState(() => departureQuestions(round, new Date()))
	const isUsual = questions.length === 0
	const sentences = isUsual ? ['Cada cliente recibe un correo con la hora en que llegas.'] : questions
	return (
		<ActionForm
			title={isUsual ? '¿Salir a repartir?' : '¿Salir igual?'}
			confirmText={isUsual ? 'Salir' : 'Salir igual'}
			act={{ request: requestTo(startRound, { params: { id: round.id } }), done: 'La ronda salió' }}
			onClose={onClose}
		>
			{sentences.map((sentence) => (
				<p key={sentence}>{sentence}</p>
			))}
		</ActionForm>
	)
}

function DiscardRoundDialog({ round, onClose }: RoundDialogProps) {
	return (
		<ActionForm
			title="¿Descartar la ronda?"
			confirmText="Descartar"
			act={{ request: requestTo(closeRound, { params: { id: round.id }, body: {} }), done: 'Ronda descartada' }}
			onClose={onClose}
		>
			<p>Sus órdenes vuelven a esperar despacho.</p>
		</ActionForm>
	)
}

/** Ends a round that is on its way, after the count of its cash. */
export function EndRound({ round, look }: Pick<RoundActButtonProps, 'round' | 'look'>) {
	return <RoundActButton round={round} look={look} text="Terminar ronda" dialog={EndRoundDialog} />
}

const unsentTexts = {
	waiting: 'Lo que marcaste espera señal. Intenta de nuevo cuando haya llegado a la tienda.',
	'set aside': 'Hay marcas que la tienda no recibió. Envíalas otra vez o descártalas antes de terminar.',
	nothing: undefined,
} as const

function EndRoundDialog({ round, onClose }: RoundDialogProps) {
	const { act, isBusy, problem } = useAct()
	const [isSending, setSending] = useState(false)
	const [unsent, setUnsent] = useState<keyof typeof unsentTexts>('nothing')
	const [typed, setTyped] = useState('')
	const esperado = collectedCash(useShownStops(round))
	const countIn = (text: string) => (text.trim() === '' ? undefined : readWhole(text))
	const counted = countIn(typed)
	return (
		<FormDialog
			title="¿Terminar la ronda?"
			confirmText="Terminar"
			isBusy={isBusy || isSending}
			problem={unsentTexts[unsent] ?? problem}
			onClose={onClose}
			read={({ contado = '', motivo = '' }) => {
				const body = { contado: countIn(contado), motivo: motivo.trim() }
				const wrong = countProblem(esperado, body)
				return checked(wrong ? { [wrong.campo]: wrong.text } : {}, body)
			}}
			send={async (body, refuseField) => {
				// A finished round accepts no more presses.
				setSending(true)
				const left = await sendAllPresses()
				setSending(false)
				setUnsent(left)
				if (left !== 'nothing') return
				const request = requestTo(closeRound, { params: { id: round.id }, body })
				if (await act({ request, done: 'Ronda terminada', refuseField })) onClose()
			}}
		>
			<p>Lo que no visitaste queda para otra ronda, y esta ya no se cambia.</p>
			{esperado > 0 && (
				<>
					<FormField
						label={`Efectivo contado (se cobraron ${formatClp(esperado)})`}
						name="contado"
						isNumber
						value={typed}
						onChange={(event) => setTyped(event.currentTarget.value)}
					/>
					<p role="status">{counted === undefined ? '' : differenceText(esperado, counted)}</p>
					<FormField label="Por qué no cuadra (si falta o sobra)" name="motivo" maxLength={200} />
				</>
			)}
		</FormDialog>
	)
}
