import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { dayIn } from '#core/rules/times.ts'
import { call } from '#core/web/session/api.ts'
import { randomKey } from '#core/web/session/idempotency.ts'
import { useSessionExpired } from '#core/web/session/login.ts'
import { profileKey } from '#core/web/session/query-client.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { TextAreaField } from '#core/web/ui/fields.tsx'
import { formatDay } from '#core/web/ui/format-date.ts'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { Stepper } from '#core/web/ui/stepper.tsx'
import { trackingKey } from '#modules/orders/web/own-order.ts'
import { askReturn, askReturnByLink } from '#modules/returns/endpoints.ts'
import type { ReturnsOfCustomer } from '#modules/returns/order-shapes.ts'
import { maxReturnText, moneyUntil } from '#modules/returns/return-rules.ts'
import { handBackText } from '#modules/returns/return-text.ts'

type Line = ReturnsOfCustomer['lineas'][number]

function Units({ line, units, onChange }: { line: Line; units: number; onChange: (units: number) => void }) {
	const what = [line.nombre, line.color].filter(Boolean).join(', ')
	return (
		<div className="row spread tight">
			<span className="can-shrink">
				<span className="strong">{line.color || line.nombre}</span>
				<span className="muted small">{line.quedan > 1 ? ` · de ${line.quedan}` : ''}</span>
			</span>
			<Stepper
				legend={`Cuántas devuelves de ${what}`}
				what={what}
				value={units}
				least={0}
				most={line.quedan}
				onStep={onChange}
			/>
		</div>
	)
}

interface ChoiceProps<Value extends string> {
	readonly legend: string
	readonly value: Value | undefined
	readonly options: readonly (readonly [value: Value, text: string])[]
	readonly onChoose: (value: Value) => void
}

function Choice<Value extends string>({ legend, value, options, onChoose }: ChoiceProps<Value>) {
	const name = useId()
	return (
		<fieldset>
			<legend className="strong">{legend}</legend>
			{options.map(([option, text]) => (
				<label key={option} className="choice-line">
					<input type="radio" name={name} value={option} checked={option === value} onChange={() => onChoose(option)} />
					<span>{text}</span>
				</label>
			))}
		</fieldset>
	)
}

interface FormProps {
	readonly orderId: string
	readonly retornos: ReturnsOfCustomer
	readonly token?: string | undefined
	readonly onSent: () => void
	readonly onClose: () => void
}

/** Gives notice of a withdrawal, without a reason, or of a warranty claim, on one screen. */
export function ReturnForm({ orderId, retornos, token, onSent, onClose }: FormProps) {
	const lines = retornos.lineas.filter(({ quedan }) => quedan > 0)
	const canWithdraw = dayIn(new Date()) <= (retornos.retracto_hasta ?? '')
	const isSingle = lines.length === 1 && lines[0]?.quedan === 1
	const [units, setUnits] = useState<Readonly<Record<number, number>>>(isSingle ? { [lines[0]?.posicion ?? 0]: 1 } : {})
	const [tipo, setTipo] = useState<'retracto' | 'garantia'>(canWithdraw ? 'retracto' : 'garantia')
	const [remedy, setRemedy] = useState<'devolucion' | 'cambio' | 'reparacion'>('devolucion')
	const [vuelta, setVuelta] = useState<'retiro' | 'ronda' | 'courier'>('retiro')
	const [problem, setProblem] = useState('')
	const [key] = useState(randomKey)
	const heading = useRef<HTMLHeadingElement>(null)
	const client = useQueryClient()
	const expired = useSessionExpired()
	useEffect(() => heading.current?.focus(), [])
	const opcion = tipo === 'retracto' ? 'devolucion' : remedy
	const until = moneyUntil(tipo, opcion, new Date())

	const sending = useMutation({
		mutationFn: (motivo: string) => {
			const lineas = lines
				.map(({ posicion }) => ({ posicion, cantidad: units[posicion] ?? 0 }))
				.filter(({ cantidad }) => cantidad > 0)
			const body = { tipo, opcion, vuelta, motivo, lineas }
			const options = { headers: { 'idempotency-key': key } }
			return token
				? call(askReturnByLink, { params: { token }, body }, options)
				: call(askReturn, { params: { id: orderId }, body }, options)
		},
		async onSuccess(answer) {
			if (answer.status === 401 && !token) return expired('/perfil?tab=ordenes')
			for (const queryKey of [profileKey, trackingKey]) await client.invalidateQueries({ queryKey })
			if (answer.ok) onSent()
			else
				setProblem(
					(answer.status !== 0 && answer.text) ||
						'No pudimos enviar tu aviso. Intenta nuevamente: no se envía dos veces.',
				)
		},
	})

	return (
		<form
			className="return-form stack loose"
			onSubmit={(event) => {
				event.preventDefault()
				if (sending.isPending) return
				if (Object.values(units).every((cantidad) => cantidad === 0)) return setProblem('Marca qué unidades devuelves.')
				setProblem('')
				sending.mutate(String(new FormData(event.currentTarget).get('motivo') ?? ''))
			}}
		>
			<h3 ref={heading} tabIndex={-1} className="title-s">
				Devolver o cambiar
			</h3>
			<div className="stack tight">
				<p className="strong">¿Qué devuelves?</p>
				{lines.map((line) => (
					<Units
						key={line.posicion}
						line={line}
						units={units[line.posicion] ?? 0}
						onChange={(cantidad) => {
							setUnits({ ...units, [line.posicion]: cantidad })
							setProblem('')
						}}
					/>
				))}
			</div>
			{canWithdraw && (
				<Choice
					legend="¿Por qué derecho?"
					value={tipo}
					onChoose={setTipo}
					options={[
						['retracto', 'Me arrepentí, sin dar motivos'],
						['garantia', 'Falla, o no es lo que compré (garantía)'],
					]}
				/>
			)}
			{tipo === 'garantia' && (
				<Choice
					legend="Tú eliges"
					value={remedy}
					onChoose={setRemedy}
					options={[
						['devolucion', 'Que me devuelvan el dinero'],
						['cambio', 'Que me den otro igual'],
						['reparacion', 'Que lo reparen gratis'],
					]}
				/>
			)}
			<div>
				<Choice
					legend="¿Cómo lo devuelves?"
					value={vuelta}
					onChoose={setVuelta}
					options={[
						['retiro', `Lo llevo a ${retornos.donde}`],
						...(retornos.con_ronda ? [['ronda', 'Que lo pasen a buscar'] as const] : []),
						['courier', 'Lo envío por courier'],
					]}
				/>
				<p className="muted small">{handBackText({ tipo, vuelta }, retornos)}</p>
			</div>
			<TextAreaField
				label={tipo === 'garantia' ? '¿Qué le pasa? (opcional)' : 'Algo que quieras contarnos (opcional)'}
				name="motivo"
				rows={2}
				maxLength={maxReturnText}
			/>
			<p>
				{until
					? `Te devolvemos el dinero cuanto antes, y a más tardar el ${formatDay(until)}.`
					: 'Te escribimos en cada paso, y aquí ves cómo va.'}
			</p>
			{problem && <Alert>{problem}</Alert>}
			<div className="row">
				<Button type="submit" isBusy={sending.isPending}>
					Enviar el aviso
				</Button>
				<Button look="plain" onClick={onClose}>
					Ahora no
				</Button>
			</div>
		</form>
	)
}
