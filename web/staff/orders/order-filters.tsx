import { useRef, useState } from 'react'
import type { OrderFilter } from '#contract/staff/orders.ts'
import { estados, estadoText } from '#domain/orders/estado.ts'
import { metodosPago } from '#domain/orders/metodo-pago.ts'
import { estadoDocumentoText } from '#domain/tax-documents/document-text.ts'
import { estadosDocumento } from '#domain/tax-documents/tax-document.ts'
import { DateField } from '#web/staff/list/date-field.tsx'
import { metodoText } from '#web/staff/orders/order-fields.ts'
import { type Changes, usePanelAddress } from '#web/staff/panel-address.ts'
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

/** Which orders, and in which order. Every choice counts at once and stands in the address. */
export function OrderFilters({ isWide }: { isWide: boolean }) {
	const { query, text, change } = usePanelAddress()
	const chosen = filters.filter((name) => text(name) !== '').length
	const isFiltered = chosen > 0 || text('por') !== ''
	// Once shown it is opened and closed by hand: whoever takes the first choice, or the last one back, is still in there.
	const [isOpenAtFirst] = useState(isWide || isFiltered)
	const box = useRef<HTMLDetailsElement>(null)
	/** Takes choices back with a button that goes with them; the focus moves on before. */
	function takeBack(changes: Changes): void {
		box.current?.querySelector('select')?.focus()
		change(changes)
	}
	return (
		<details ref={box} className="staff-filters" open={isOpenAtFirst || undefined}>
			<summary>Filtros{chosen > 0 && <span className="staff-count">{chosen}</span>}</summary>
			<div className="staff-filter-row">
				<SelectField label="Estado" value={text('estado')} onChange={(e) => change({ estado: e.target.value })}>
					<option value="">Todos</option>
					{estados.map((estado) => (
						<option key={estado} value={estado}>
							{estadoText(estado)}
						</option>
					))}
				</SelectField>
				<SelectField
					label="Método"
					value={text('metodo_pago')}
					onChange={(e) => change({ metodo_pago: e.target.value })}
				>
					<option value="">Todos</option>
					{metodosPago.map((metodo) => (
						<option key={metodo} value={metodo}>
							{metodoText(metodo)}
						</option>
					))}
				</SelectField>
				<SelectField
					label="Documento"
					value={text('documento')}
					onChange={(e) => change({ documento: e.target.value })}
				>
					<option value="">Todos</option>
					{estadosDocumento.map((estado) => (
						<option key={estado} value={estado}>
							{estadoDocumentoText[estado]}
						</option>
					))}
				</SelectField>
				<DateField label="Desde" max={text('hasta')} value={text('desde')} onChoose={(desde) => change({ desde })} />
				<DateField label="Hasta" min={text('desde')} value={text('hasta')} onChoose={(hasta) => change({ hasta })} />
				<PaymentField />
				<SelectField label="Ordenar por" value={text('por')} onChange={(e) => change({ por: e.target.value })}>
					{sortings.map(([value, label]) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</SelectField>
				{text('user') !== '' && (
					<button type="button" className="staff-action" onClick={() => takeBack({ user: '' })}>
						<span className="sr-only">Quitar el filtro: </span>
						Usuario ID {text('user')}
						<Icon name="close" />
					</button>
				)}
				{(isFiltered || query.has('nro_orden')) && (
					<button type="button" className="link staff-clear" onClick={() => takeBack(noFilter)}>
						Quitar filtros
					</button>
				)}
			</div>
		</details>
	)
}
