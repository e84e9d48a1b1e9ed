import type { OrderFilter } from '#contract/staff/orders.ts'
import { estados, estadoText } from '#domain/orders/estado.ts'
import { metodosPago } from '#domain/orders/metodo-pago.ts'
import { estadoEntregaText, estadosEntrega } from '#domain/rounds/delivery-state.ts'
import { estadoDocumentoText } from '#domain/tax-documents/document-text.ts'
import { estadosDocumento } from '#domain/tax-documents/tax-document.ts'
import { DateField } from '#web/staff/list/date-field.tsx'
import { FilterBox } from '#web/staff/list/filter-box.tsx'
import { metodoText } from '#web/staff/orders/order-fields.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { Field, SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

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
	'documento',
	'entrega',
] as const satisfies readonly (keyof OrderFilter)[]

/** The filter of the orders that an address names, as the list's call and the files for download take it. */
export function orderFilterIn(query: URLSearchParams): Record<string, string | undefined> {
	return Object.fromEntries(['nro_orden', ...filters].map((name) => [name, query.get(name) ?? undefined]))
}

/** What takes every choice back: search, filters and order. */
export const noFilter = { ...Object.fromEntries(filters.map((name) => [name, ''])), por: '', nro_orden: '' }

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

interface ChoiceProps {
	readonly name: 'estado' | 'metodo_pago' | 'documento' | 'entrega' | 'por'
	readonly label: string
	readonly options: readonly (readonly [value: string, text: string])[]
}

/** One choice of a list, kept in the address. */
function Choice({ name, label, options }: ChoiceProps) {
	const { text, change } = usePanelAddress()
	return (
		<SelectField label={label} value={text(name)} onChange={(event) => change({ [name]: event.target.value })}>
			{options.map(([value, shown]) => (
				<option key={value} value={value}>
					{shown}
				</option>
			))}
		</SelectField>
	)
}

const all = ['', 'Todos'] as const
const choices = {
	estado: [all, ...estados.map((estado) => [estado, estadoText(estado)] as const)],
	metodo_pago: [all, ...metodosPago.map((metodo) => [metodo, metodoText(metodo)] as const)],
	entrega: [all, ...estadosEntrega.map((estado) => [estado, estadoEntregaText[estado]] as const)],
	documento: [all, ...estadosDocumento.map((estado) => [estado, estadoDocumentoText[estado]] as const)],
} as const

/** Which orders, and in which order. */
export function OrderFilters({ isWide }: { isWide: boolean }) {
	const { query, text, change } = usePanelAddress()
	const chosen = filters.filter((name) => text(name) !== '').length
	const isFiltered = chosen > 0 || text('por') !== '' || query.has('nro_orden')
	return (
		<FilterBox isWide={isWide} chosen={chosen} isFiltered={isFiltered} noFilter={noFilter}>
			{(takeBack) => (
				<>
					<Choice name="estado" label="Estado" options={choices.estado} />
					<Choice name="metodo_pago" label="Método" options={choices.metodo_pago} />
					<Choice name="entrega" label="Entrega" options={choices.entrega} />
					<Choice name="documento" label="Documento" options={choices.documento} />
					<DateField label="Desde" max={text('hasta')} value={text('desde')} onChoose={(desde) => change({ desde })} />
					<DateField label="Hasta" min={text('desde')} value={text('hasta')} onChoose={(hasta) => change({ hasta })} />
					<PaymentField />
					<Choice name="por" label="Ordenar por" options={sortings} />
					{text('user') !== '' && (
						<button type="button" className="staff-action" onClick={() => takeBack({ user: '' })}>
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
