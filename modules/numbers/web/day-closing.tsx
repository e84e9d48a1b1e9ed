import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { countProblem, differenceText } from '#core/rules/cash-count.ts'
import { formatClp, sumClp } from '#core/rules/money.ts'
import { type MetodoPago, metodoPagoText } from '#core/rules/payment-methods.ts'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { createDraft, withEntry } from '#core/web/edit/edits-store.ts'
import { FormField, PageForm, SendButton } from '#core/web/forms/action-form.tsx'
import { checked, notWhole, readWhole, type Values } from '#core/web/forms/checked.ts'
import { Chips, DateField } from '#core/web/list/filters.tsx'
import { ListFrame } from '#core/web/list/staff-list.tsx'
import { PanelLink, panelKey, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { formatDay, formatHour, formatMoment } from '#core/web/ui/format-date.ts'
import { closeDay, readClosing } from '#modules/numbers/endpoints.ts'
import type { ClosingAnswer } from '#modules/numbers/shapes.ts'

type MethodMoney = ClosingAnswer['metodos'][number]
type Closing = NonNullable<ClosingAnswer['cierre']>

/** Where staff find what a method received. */
function placeOf(metodo: MetodoPago): string {
	if (metodo === 'efectivo') return 'Contado en la caja'
	return metodo === 'transferencia' ? 'Según la cartola del banco' : `Según la página de ${metodoPagoText[metodo]}`
}

const expectedText = (esperado: number) =>
	esperado < 0 ? `Salieron ${formatClp(-esperado)} más de lo que entró.` : `Se esperan ${formatClp(esperado)}.`

/** CLP of a typed count; undefined for an empty or wrong one. Typed without sign where more went out than came in. */
function countIn(typed: string, esperado: number): number | undefined {
	const amount = typed.trim() === '' ? undefined : readWhole(typed)
	return amount !== undefined && esperado < 0 ? 0 - amount : amount
}

/** Writes a typed amount with its dots. */
function withDots(typed: string): string {
	const amount = typed.trim() === '' ? undefined : readWhole(typed)
	return amount === undefined ? typed : formatClp(amount).slice(1)
}

/** The request of a typed closing, or what is wrong with its fields, each named after its method. */
export function closingOf({ dia, metodos, cierre }: ClosingAnswer, values: Values) {
	const wrong: Record<string, string | undefined> = {}
	const conteos = metodos.map(({ metodo, esperado }) => {
		const typed = values[`contado_${metodo}`] ?? ''
		const contado = countIn(typed, esperado)
		const motivo = (values[`motivo_${metodo}`] ?? '').trim()
		if (contado === undefined) wrong[`contado_${metodo}`] = typed.trim() ? notWhole : 'Escribe cuánto contaste, o 0.'
		const problem = countProblem(esperado, { contado, motivo })
		if (problem?.campo === 'motivo') wrong[`motivo_${metodo}`] = problem.text
		return { metodo, esperado, contado: contado ?? 0, motivo }
	})
	return checked(wrong, { dia, anterior: cierre?.id ?? null, conteos })
}

/** The typed texts of closings that are not saved, by day and field. */
const typedTexts = createDraft<ReadonlyMap<string, string>>(new Map(), (texts) => texts.size === 0)

const isOf = (dia: string) => (key: string) => key.startsWith(`${dia} `)

/** A field's typed text, or the recorded one, and the function that changes it. */
function useTyped(dia: string, name: string, recorded: string): [string, (text: string) => void] {
	const key = `${dia} ${name}`
	const typed = useSyncExternalStore(typedTexts.subscribe, () => typedTexts.get().get(key))
	return [typed ?? recorded, (text) => typedTexts.set(withEntry(typedTexts.get(), key, text))]
}

type RoundCount = ClosingAnswer['rondas'][number]

const roundName = ({ cerrada_at }: RoundCount) => `Ronda que terminó a las ${formatHour(cerrada_at)}`

/** What was counted at the end of a round. */
export function roundCountText(round: RoundCount): string {
	const gap = round.contado - round.esperado
	const difference = gap === 0 ? 'cuadra' : `${gap < 0 ? 'faltan' : 'sobran'} ${formatClp(Math.abs(gap))}`
	return `${roundName(round)}: contados ${formatClp(round.contado)}, ${difference}${round.motivo && ` (${round.motivo})`}`
}

/** The reasons that staff gave at the end of the rounds, for the day's difference. */
export const reasonOfRounds = (rounds: readonly RoundCount[]): string =>
	rounds
		.filter(({ motivo }) => motivo !== '')
		.map((round) => `${roundName(round)}: ${round.motivo}`)
		.join('; ')
		.slice(0, 200)

function MethodCount({ closing: { dia, cierre, rondas }, money }: { closing: ClosingAnswer; money: MethodMoney }) {
	const { metodo, esperado, recibido, devuelto, ordenes } = money
	const last = cierre?.conteos.find((one) => one.metodo === metodo)
	const rounds = metodo === 'efectivo' ? rondas : []
	const [typed, setTyped] = useTyped(dia, `contado_${metodo}`, last ? withDots(String(Math.abs(last.contado))) : '')
	const [motivo, setMotivo] = useTyped(dia, `motivo_${metodo}`, last?.motivo ?? reasonOfRounds(rounds))
	const contado = countIn(typed, esperado)
	const facts = [
		ordenes === 1 ? '1 orden' : `${ordenes} órdenes`,
		`entraron ${formatClp(recibido)}`,
		devuelto > 0 && `se devolvieron ${formatClp(devuelto)}`,
	]
	return (
		<section className="closing-method" aria-labelledby={`cierre-${metodo}`}>
			<h5 id={`cierre-${metodo}`} className="strong">
				{metodoPagoText[metodo]}
			</h5>
			<p>{expectedText(esperado)}</p>
			<p className="muted small">{facts.filter(Boolean).join(' · ')}</p>
			{rounds.map((round) => (
				<p key={round.cerrada_at} className="small">
					{roundCountText(round)}
				</p>
			))}
			<FormField
				label={esperado < 0 ? `${placeOf(metodo)}: cuánto salió` : placeOf(metodo)}
				name={`contado_${metodo}`}
				isNumber
				hint={<span role="status">{contado === undefined ? '' : differenceText(esperado, contado)}</span>}
				value={typed}
				onChange={({ currentTarget }) => setTyped(currentTarget.value)}
				onBlur={() => typed !== withDots(typed) && setTyped(withDots(typed))}
			/>
			{contado !== undefined && contado !== esperado && (
				<FormField
					label="Por qué no cuadra"
					name={`motivo_${metodo}`}
					maxLength={200}
					value={motivo}
					onChange={({ currentTarget }) => setMotivo(currentTarget.value)}
				/>
			)}
		</section>
	)
}

/** What was counted last, by whom and when, and what changed since. */
function Recorded({ cierre, metodos }: { cierre: Closing; metodos: readonly MethodMoney[] }) {
	const expectedNow = (metodo: MetodoPago) => metodos.find((one) => one.metodo === metodo)?.esperado ?? 0
	return (
		<>
			<p>
				{`${cierre.es_correccion ? 'Cierre corregido' : 'Cerrado'} el ${formatMoment(cierre.created_at)} por ${cierre.usuario ?? 'una cuenta eliminada'}.`}
			</p>
			<ul>
				{cierre.conteos.map(({ metodo, esperado, contado, motivo }) => (
					<li key={metodo}>
						<span className="strong">{metodoPagoText[metodo]}</span>
						<span>{`: se esperaban ${formatClp(esperado)} y se contaron ${formatClp(contado)}. ${differenceText(esperado, contado)}${motivo && ` Motivo: ${motivo}`}`}</span>
						{expectedNow(metodo) !== esperado && (
							<span>{` Después cambió: ahora se esperan ${formatClp(expectedNow(metodo))}.`}</span>
						)}
					</li>
				))}
				{metodos
					.filter(({ metodo }) => !cierre.conteos.some((one) => one.metodo === metodo))
					.map(({ metodo, esperado }) => (
						<li key={metodo}>
							<span className="strong">{metodoPagoText[metodo]}</span>
							<span>{`: sin contar, porque se movió después. ${expectedText(esperado)}`}</span>
						</li>
					))}
			</ul>
		</>
	)
}

function Day({ closing }: { closing: ClosingAnswer }) {
	const { dia, metodos, cierre } = closing
	// Another person's closing does not remove what was typed.
	const [isCounting, setCounting] = useState(cierre === null || [...typedTexts.get().keys()].some(isOf(dia)))
	function finish(): void {
		typedTexts.set(new Map([...typedTexts.get()].filter(([key]) => !isOf(dia)(key))))
		setCounting(false)
	}
	return (
		<div className="closing">
			{cierre && <Recorded cierre={cierre} metodos={metodos} />}
			{metodos.length === 0 ? (
				<p>Ese día no se movió dinero: no hay nada que cerrar.</p>
			) : isCounting ? (
				<PageForm
					label={`Cierre del ${formatDay(dia)}`}
					className="closing"
					act={(values) => {
						const body = closingOf(closing, values)
						return 'wrong' in body ? body : { request: requestTo(closeDay, { body }), done: 'Día cerrado' }
					}}
					onDone={finish}
				>
					<p className="strong">{`Total esperado: ${formatClp(sumClp(metodos.map(({ esperado }) => esperado)))}`}</p>
					{metodos.map((money) => (
						<MethodCount key={money.metodo} closing={closing} money={money} />
					))}
					<SendButton>{cierre ? 'Guardar corrección' : 'Cerrar el día'}</SendButton>
				</PageForm>
			) : (
				<Button look="outline" onClick={() => setCounting(true)}>
					Corregir el cierre
				</Button>
			)}
		</div>
	)
}

/** The closing of a day: what the shop expects by method, and what staff count. `chosen`: a day, or any text for today. */
export function DayClosing({ chosen }: { chosen: string }) {
	const { change } = usePanelAddress()
	const today = dayIn(new Date())
	const dia = /^\d{4}-\d{2}-\d{2}$/.test(chosen) ? chosen : today
	const { data, isError, isFetching, isPending, refetch } = useQuery({
		queryKey: [...panelKey, 'cierre', dia],
		queryFn: () => fetchFrom(readClosing, { query: { dia } }),
		staleTime: 0,
		// The amounts on the screen are those that staff count against.
		refetchOnWindowFocus: false,
	})
	return (
		<>
			<PanelLink to={{ cierre: undefined }} className="link row-link">
				Volver a Números
			</PanelLink>
			<h4 className="title-s">Cierre del día</h4>
			<p className="muted small">
				El dinero que entró y salió ese día por cada método. La comisión de las pasarelas no se descuenta.
			</p>
			<div className="staff-tools numbers-period">
				<DateField label="Día" required value={dia} max={today} onChoose={(day) => change({ cierre: day })} />
				<Chips
					legend="Día"
					options={[
						[today, 'Hoy'],
						[daysLater(today, -1), 'Ayer'],
					]}
					value={dia}
					onChoose={(day) => change({ cierre: day })}
				/>
			</div>
			<ListFrame
				isFirst={isPending}
				isBusy={isFetching}
				isError={isError && !data}
				isEmpty={!data}
				emptyText=""
				onReload={() => void refetch()}
			>
				{data && <Day key={data.dia} closing={data} />}
			</ListFrame>
		</>
	)
}
