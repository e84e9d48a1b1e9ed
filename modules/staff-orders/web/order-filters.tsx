import { metodosPago } from '#core/rules/payment-methods.ts'
import { ChoiceField, DayFields, FilterBox } from '#core/web/list/filters.tsx'
import { usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { Icon } from '#core/web/ui/parts.tsx'
import { estados, estadoText } from '#modules/orders/estado.ts'
import { filterChoices } from '#modules/slots/order-list.ts'
import type { OrderFilter } from '#modules/staff-orders/shapes.ts'
import { metodoText } from '#modules/staff-orders/web/order-fields.ts'

const sortings = [
	['', 'Más recientes'],
	['antigua', 'Más antiguas'],
	['total_mayor', 'Mayor total'],
	['total_menor', 'Menor total'],
] as const

const filters = [
	'estado',
	'metodo_pago',
	'desde',
	'hasta',
	'user',
	'pago',
	...filterChoices.map(({ param }) => param),
] satisfies readonly (keyof OrderFilter)[]

/** Search and filters, for the list and its files. */
export const chosen = ['nro_orden', ...filters]

/** Search, filters and order. */
export const clears = [...chosen, 'por']

/** Finds a payment by card; counts with Enter or when the field is left. */
function PaymentField() {
	const { text, change } = usePanelAddress()
	const pago = text('pago')
	const choose = (typed: string) => typed.trim() !== pago && change({ pago: typed.trim() })
	return (
		<Field
			key={pago}
			label="Tarjeta o autorización"
			placeholder="4 dígitos o código"
			maxLength={20}
			autoComplete="off"
			defaultValue={pago}
			onKeyDown={(event) => event.key === 'Enter' && choose(event.currentTarget.value)}
			onBlur={(event) => choose(event.currentTarget.value)}
		/>
	)
}

const all = ['', 'Todos'] as const
const choices = {
	estado: [all, ...estados.map((estado) => [estado, estadoText(estado)] as const)],
	metodo_pago: [all, ...metodosPago.map((metodo) => [metodo, metodoText(metodo)] as const)],
} as const

/** The filters and the order of the list. */
export function OrderFilters() {
	const { text } = usePanelAddress()
	return (
		<FilterBox filters={filters} clears={clears}>
			{(clear) => (
				<>
					<ChoiceField param="estado" label="Estado" options={choices.estado} />
					<ChoiceField param="metodo_pago" label="Método" options={choices.metodo_pago} />
					{filterChoices.map((choice) => (
						<ChoiceField key={choice.param} {...choice} />
					))}
					<DayFields />
					<PaymentField />
					<ChoiceField param="por" label="Ordenar por" options={sortings} />
					{text('user') !== '' && (
						<button type="button" className="staff-action" onClick={() => clear(['user'])}>
							<span className="visually-hidden">Quitar el filtro: </span>
							<span>{`Usuario ID ${text('user')}`}</span>
							<Icon name="close" />
						</button>
					)}
				</>
			)}
		</FilterBox>
	)
}
