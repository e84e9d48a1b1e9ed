import { useState } from 'react'
import { ActionForm, FormField, FormSelect } from '#core/web/forms/action-form.tsx'
import { checked, readWhole } from '#core/web/forms/checked.ts'
import { StaffAction } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { openReturn } from '#modules/returns/endpoints.ts'
import { handBackWays, maxReturnText, remedies, returnedUnits, returnKinds } from '#modules/returns/return-rules.ts'
import { kindText, remedyText, wayText } from '#modules/returns/return-text.ts'
import { ReturnLine } from '#modules/returns/web/return-line.tsx'
import '#modules/returns/web/staff-returns.css'

const chosenOf = <Value extends string>(values: readonly [Value, ...Value[]], typed: string | undefined): Value =>
	values.find((value) => value === typed) ?? values[0]

/** Opens a return for a customer who called, wrote or came. */
function Open({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
	const lines = detail.carrito.map(({ color, cantidad }, posicion) => ({
		posicion,
		color,
		quedan: cantidad - returnedUnits(detail.retornos, posicion),
	}))
	return (
		<ActionForm
			title={`Retorno de la orden ${detail.nro_orden}`}
			confirmText="Anotar el retorno"
			onClose={onClose}
			act={(values) => {
				const units = lines.map(({ posicion, quedan }) => {
					const cantidad = readWhole(values[`cantidad_${posicion}`] ?? '') ?? -1
					return { posicion, cantidad, isWrong: cantidad < 0 || cantidad > quedan, quedan }
				})
				const isNone = units.every(({ cantidad }) => cantidad === 0)
				const wrong = units.map(({ posicion, isWrong, quedan }) => {
					const problem = isWrong || isNone ? `De ${isNone ? 1 : 0} a ${quedan}.` : undefined
					return [`cantidad_${posicion}`, problem] as const
				})
				const body = {
					tipo: chosenOf(returnKinds, values.tipo),
					opcion: chosenOf(remedies, values.opcion),
					vuelta: chosenOf(handBackWays, values.vuelta),
					nota: values.nota ?? '',
					lineas: units
						.filter(({ cantidad }) => cantidad > 0)
						.map(({ posicion, cantidad }) => ({ posicion, cantidad })),
				}
				const request = requestTo(openReturn, { params: { id: detail.id }, body })
				return checked(Object.fromEntries(wrong), { request, done: 'Retorno anotado' })
			}}
		>
			<p>El cliente recibe un correo con cómo devolverlo.</p>
			{lines
				.filter(({ quedan }) => quedan > 0)
				.map(({ posicion, color, quedan }) => (
					<FormField
						key={posicion}
						label={color ? `Unidades ${color}` : 'Unidades'}
						name={`cantidad_${posicion}`}
						isNumber
						hint={`Hasta ${quedan}.`}
						defaultValue="0"
					/>
				))}
			<FormSelect label="Por qué" name="tipo" options={returnKinds.map((kind) => [kind, kindText[kind]])} />
			<FormSelect label="Qué pide" name="opcion" options={remedies.map((remedy) => [remedy, remedyText[remedy]])} />
			<FormSelect label="Cómo vuelve" name="vuelta" options={handBackWays.map((way) => [way, wayText[way]])} />
			<FormField label="Nota para el equipo (opcional)" name="nota" isOptional maxLength={maxReturnText} />
		</ActionForm>
	)
}

function Returns({ detail }: { detail: OrderDetail }) {
	const [isOpening, setOpening] = useState(false)
	const { retornos, carrito } = detail
	const isLeft = carrito.some(({ cantidad }, posicion) => cantidad > returnedUnits(retornos, posicion))
	return (
		<>
			<ul hidden={retornos.length === 0}>
				{retornos.map((one) => (
					<li key={one.id} className="staff-row">
						<ReturnLine one={one} isInOrder />
					</li>
				))}
			</ul>
			{isLeft && detail.estado === 'completado' && (
				<StaffAction onClick={() => setOpening(true)}>Anotar un retorno</StaffAction>
			)}
			{isOpening && <Open detail={detail} onClose={() => setOpening(false)} />}
		</>
	)
}

/** What came back of an order, in the panel. */
export const returnsBlock = {
	titleOf: ({ retornos, estado }: OrderDetail) =>
		retornos.length > 0 || estado === 'completado' ? 'Retornos' : undefined,
	Part: Returns,
}
