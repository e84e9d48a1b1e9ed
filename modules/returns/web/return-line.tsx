import { useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { dayIn } from '#core/rules/times.ts'
import { ActionForm, FormField, FormSelect } from '#core/web/forms/action-form.tsx'
import { checked, readWhole, reasonProblem, type Values } from '#core/web/forms/checked.ts'
import { PanelLink, StaffAction } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { TextAreaField } from '#core/web/ui/fields.tsx'
import { formatDay, formatMoment } from '#core/web/ui/format-date.ts'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import { useCatalog } from '#modules/catalog/web/catalog.tsx'
import { aboveLeft, handRefundWays, handRefundWayText, maxReference } from '#modules/orders/order-money.ts'
import { annulReturn, closeReturn, receiveReturn } from '#modules/returns/endpoints.ts'
import type { StaffReturn } from '#modules/returns/order-shapes.ts'
import { maxReturnText, remedies, returnNearDays, unitConditions } from '#modules/returns/return-rules.ts'
import { conditionText, kindText, remedyText, stateText, unitsText, wayText } from '#modules/returns/return-text.ts'

interface DialogProps {
	readonly one: StaffReturn
	readonly onClose: () => void
}

const whole = (text = '') => readWhole(text) ?? -1

function Receive({ one, onClose }: DialogProps) {
	// An opened or faulty bottle is not sold as new; a repaired one goes back to its customer.
	const [shelved, setShelved] = useState<Readonly<Record<number, boolean>>>({})
	return (
		<ActionForm
			title={`Recibir el retorno de la orden ${one.nro_orden}`}
			confirmText="Recibido"
			onClose={onClose}
			act={(values) => {
				const lineas = one.lineas.map(({ posicion }) => ({
					posicion,
					recibida: whole(values[`recibida_${posicion}`]),
					condicion: unitConditions.find((condition) => condition === values[`condicion_${posicion}`]) ?? 'danado',
					a_stock: whole(values[`a_stock_${posicion}`]),
				}))
				const wrong = one.lineas.map(({ posicion, cantidad }, at) => {
					const { recibida = -1, a_stock = -1 } = lineas[at] ?? {}
					const problem = recibida < 0 || recibida > cantidad ? `De 0 a ${cantidad}.` : undefined
					const shelf = a_stock < 0 || a_stock > recibida ? 'No más que las que llegaron.' : undefined
					return [
						[`recibida_${posicion}`, problem],
						[`a_stock_${posicion}`, shelf],
					] as const
				})
				const body = { lineas, nota: values.nota ?? '' }
				const request = requestTo(receiveReturn, { params: { id: one.id }, body })
				return checked(Object.fromEntries(wrong.flat()), { request, done: 'Retorno recibido' })
			}}
		>
			<p>{`Se anunciaron ${unitsText(one.lineas)}. El cliente recibe un correo.`}</p>
			{one.lineas.map(({ posicion, color, cantidad }) => {
				const toShelf = one.opcion !== 'reparacion' && (shelved[posicion] ?? true)
				return (
					<fieldset key={posicion} className="return-line">
						<legend className="strong">{color || 'Unidades'}</legend>
						<FormField label="Llegaron" name={`recibida_${posicion}`} isNumber defaultValue={String(cantidad)} />
						<div
							onChange={(event) => {
								const { value } = event.target as unknown as HTMLSelectElement
								setShelved({ ...shelved, [posicion]: value === 'vendible' })
							}}
						>
							<FormSelect
								label="Cómo"
								name={`condicion_${posicion}`}
								options={unitConditions.map((condition) => [condition, conditionText[condition]])}
							/>
						</div>
						<FormField
							key={String(toShelf)}
							label="Al stock"
							name={`a_stock_${posicion}`}
							isNumber
							defaultValue={toShelf ? String(cantidad) : '0'}
						/>
					</fieldset>
				)
			})}
			<TextAreaField
				label="Nota para el equipo (opcional)"
				name="nota"
				rows={2}
				maxLength={maxReturnText}
				defaultValue={one.nota}
			/>
		</ActionForm>
	)
}

function closingOf(one: StaffReturn, values: Values) {
	const opcion = remedies.find((remedy) => remedy === values.opcion) ?? one.opcion
	const reemplazo = opcion === 'cambio' && values.reemplazo === 'si'
	const color = reemplazo && values.color ? { color: values.color } : {}
	const common = { opcion, reemplazo, ...color, respuesta: values.respuesta ?? '', nota: values.nota ?? '' }
	const isUnnamed = opcion === 'cambio' && !reemplazo && !common.nota.trim()
	if (opcion !== 'devolucion') {
		return checked({ nota: isUnnamed ? 'Anota el número de la orden del reemplazo.' : undefined }, common)
	}
	const monto = whole(values.monto)
	if (monto === 0)
		return checked({ nota: common.nota.trim() ? undefined : 'Anota por qué no se devuelve dinero.' }, common)
	const byGateway = one.devolvible > 0
	const wrong = {
		monto:
			monto < 0 ? 'Escribe cuántos pesos se devuelven.' : aboveLeft(monto, one.devolvible || one.devolvible_a_mano),
	}
	if (byGateway) return checked(wrong, { ...common, devolver: { monto } })
	const medio = handRefundWays.find((way) => way === values.medio) ?? 'transferencia'
	const given = { monto, medio, fecha: dayIn(new Date()), referencia: (values.referencia ?? '').trim() }
	return checked(wrong, { ...common, devolver_a_mano: given })
}

/** The order of an exchange, and what another colour costs more or less today. */
function Exchange({ one }: { one: StaffReturn }) {
	const { colors, prices } = useCatalog()
	const [color, setColor] = useState('')
	const price = prices[color] ?? 0
	const more = one.lineas.reduce((sum, line) => sum + (line.recibida ?? 0) * (price - (prices[line.color] ?? price)), 0)
	return (
		<>
			<label className="choice-line">
				<input type="checkbox" name="reemplazo" value="si" defaultChecked />
				<span>Hacer ahora la orden del reemplazo, al mismo lugar</span>
			</label>
			<div onChange={(event) => setColor((event.target as unknown as HTMLSelectElement).value)}>
				<FormSelect
					label="Color"
					name="color"
					options={[['', 'El mismo'], ...colors.map((name) => [name, name] as const)]}
				/>
			</div>
			<p className="muted small">{exchangeText(color === '' ? 0 : more, one.nro_orden)}</p>
		</>
	)
}

function exchangeText(more: number, nro_orden: number): string {
	if (more > 0) return `Cuesta ${formatClp(more)} más: la orden nueva espera ese pago, y el cliente recibe el enlace.`
	if (more < 0) return `Cuesta ${formatClp(-more)} menos: devuélvelos en la orden ${nro_orden}.`
	return 'Sin costo para el cliente.'
}

function Close({ one: current, onClose }: DialogProps) {
	// As it was when the dialog opened: a lost answer is sent again as it was.
	const [one] = useState(current)
	const [opcion, setOpcion] = useState<string>(one.opcion)
	const left = one.devolvible || one.devolvible_a_mano
	return (
		<ActionForm
			title={`Cerrar el retorno de la orden ${one.nro_orden}`}
			confirmText="Cerrar"
			onClose={onClose}
			act={(values) => {
				const body = closingOf(one, values)
				if ('wrong' in body) return body
				const request = requestTo(closeReturn, { params: { id: one.id }, body })
				return {
					request,
					done: 'monto' in values && values.monto !== '0' ? 'Dinero devuelto y retorno cerrado' : 'Retorno cerrado',
				}
			}}
		>
			<div onChange={(event) => setOpcion((event.target as unknown as HTMLSelectElement).value)}>
				<FormSelect
					label="Qué recibe el cliente"
					name="opcion"
					defaultValue={one.opcion}
					options={remedies.map((remedy) => [remedy, remedyText[remedy]])}
				/>
			</div>
			{opcion === 'devolucion' && (
				<>
					<p>
						{one.devolvible > 0
							? `Vuelve por el medio con que se pagó. Quedan ${formatClp(left)} por devolver.`
							: `Anota el dinero cuando ya lo devolviste: la tienda no lo transfiere. Quedan ${formatClp(left)}.`}
					</p>
					<FormField
						label="Monto"
						name="monto"
						isNumber
						defaultValue={String(Math.min(one.sugerido, left))}
						hint={`Su parte de lo pagado: ${formatClp(one.sugerido)}. En 0 se cierra sin dinero, con una nota.`}
					/>
					{one.devolvible === 0 && (
						<>
							<FormSelect
								label="Cómo lo devolviste"
								name="medio"
								options={handRefundWays.map((way) => [way, handRefundWayText[way]])}
							/>
							<FormField label="Referencia (opcional)" name="referencia" isOptional maxLength={maxReference} />
						</>
					)}
				</>
			)}
			{opcion === 'cambio' && <Exchange one={one} />}
			<TextAreaField label="Mensaje para el cliente (opcional)" name="respuesta" rows={2} maxLength={maxReturnText} />
			<FormField label="Nota para el equipo" name="nota" maxLength={maxReturnText} defaultValue={one.nota} />
		</ActionForm>
	)
}

function Annul({ one, onClose }: DialogProps) {
	return (
		<ActionForm
			title={`¿Anular el retorno de la orden ${one.nro_orden}?`}
			confirmText="Anular"
			confirmLook="danger"
			onClose={onClose}
			act={({ respuesta = '' }) => {
				const request = requestTo(annulReturn, { params: { id: one.id }, body: { respuesta } })
				return checked({ respuesta: reasonProblem(respuesta.trim()) }, { request, done: 'Retorno anulado' })
			}}
		>
			<p>No mueve dinero ni stock. El cliente recibe el motivo y puede pedirlo otra vez dentro de plazo.</p>
			<FormField label="Motivo para el cliente" name="respuesta" maxLength={maxReturnText} />
		</ActionForm>
	)
}

function dueText({ faltan, dinero_hasta }: StaffReturn): string {
	if (faltan === null || !dinero_hasta) return ''
	if (faltan < 0) return `El dinero debía volver hasta el ${formatDay(dinero_hasta)}`
	return `${faltan === 1 ? 'Queda 1 día' : `Quedan ${faltan} días`} para el dinero, hasta el ${formatDay(dinero_hasta)}`
}

function stateTone({ faltan, estado }: StaffReturn) {
	if (faltan !== null && faltan < 0) return 'danger'
	if (faltan !== null && faltan <= returnNearDays) return 'warn'
	return estado === 'cerrado' ? 'ok' : 'info'
}

const dialogs = { recibir: Receive, cerrar: Close, anular: Annul } as const

/** A return in the panel, with what can be done with it. `isInOrder`: without the link to its order. */
export function ReturnLine({ one, isInOrder = false }: { one: StaffReturn; isInOrder?: boolean }) {
	const [shown, setShown] = useState<keyof typeof dialogs>()
	const Dialog = shown && dialogs[shown]
	const { estado, nro_orden, motivo, nota, respuesta } = one
	const of = ` el retorno de la orden ${nro_orden}`
	const wasShelved = one.lineas.some(({ a_stock }) => (a_stock ?? 0) > 0)
	const arrived = one.lineas.map(
		({ color, recibida, condicion, a_stock }) =>
			`${recibida ?? 0} ${color}${condicion ? ` (${conditionText[condicion].toLowerCase()})` : ''}, ${a_stock ?? 0} al stock`,
	)
	return (
		<>
			<div className="can-shrink">
				<p className="strong">
					<span>{`${kindText[one.tipo]}: ${unitsText(one.lineas)} `}</span>
					<Badge tone={stateTone(one)}>{stateText[estado]}</Badge>
				</p>
				<p className="small">{[remedyText[one.opcion], wayText[one.vuelta]].join(' · ')}</p>
				{dueText(one) && <p className="small">{dueText(one)}</p>}
				<p className="muted small">
					{[one.nombre || one.email, `pedido el ${formatMoment(one.pedido_at)}`, one.usuario]
						.filter(Boolean)
						.join(' · ')}
				</p>
				{one.recibido_at && <p className="small">{`Llegaron ${arrived.join('; ')}.`}</p>}
				{one.reemplazo !== null && <p className="small">{`Reemplazo: orden ${one.reemplazo}`}</p>}
				{one.devuelto !== null && (
					<p className="small">{`Devuelto: ${formatClp(one.devuelto)} (${one.reembolso ?? ''})`}</p>
				)}
				{motivo && <p className="typed-lines">{motivo}</p>}
				{nota && <p className="muted small typed-lines">{`Nota: ${nota}`}</p>}
				{respuesta && <p className="small typed-lines">{`Al cliente: ${respuesta}`}</p>}
				{!isInOrder && (
					<PanelLink to={{ orden: one.orden_id }} className="link row-link">
						{`Ver la orden ${nro_orden}`}
					</PanelLink>
				)}
			</div>
			<div className="stack tight">
				{estado === 'pedido' && (
					<StaffAction of={of} onClick={() => setShown('recibir')}>
						Recibir
					</StaffAction>
				)}
				{estado === 'recibido' && (
					<StaffAction of={of} onClick={() => setShown('cerrar')}>
						Cerrar
					</StaffAction>
				)}
				{(estado === 'pedido' || (estado === 'recibido' && !wasShelved)) && (
					<StaffAction of={of} onClick={() => setShown('anular')}>
						Anular
					</StaffAction>
				)}
			</div>
			{Dialog && <Dialog one={one} onClose={() => setShown(undefined)} />}
		</>
	)
}
