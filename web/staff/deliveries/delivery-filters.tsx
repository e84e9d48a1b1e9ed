import { useQuery } from '@tanstack/react-query'
import type { DeliveryFilter } from '#contract/staff/deliveries.ts'
import { listUsers } from '#contract/staff/user-endpoints.ts'
import { estadoEntregaText, estadosEntrega } from '#domain/rounds/delivery-state.ts'
import { fetchFrom } from '#web/session/query-client.tsx'
import { DateField } from '#web/staff/list/date-field.tsx'
import { FilterBox } from '#web/staff/list/filter-box.tsx'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { panelKey } from '#web/staff/panel-key.ts'
import { SelectField } from '#web/ui/field.tsx'

const filters = [
	'estado',
	'repartidor',
	'atrasada',
	'desde',
	'hasta',
] as const satisfies readonly (keyof DeliveryFilter)[]

/** Clears every filter. */
export const noFilter = Object.fromEntries(filters.map((name) => [name, '']))

/** Returns the filters in the address, as query parameters of the list and its export. */
export const deliveryFilterIn = (text: (name: string) => string): Record<string, string> =>
	Object.fromEntries(filters.map((name) => [name, text(name)]))

interface Option {
	readonly value: string
	readonly label: string
}

/** A filter whose value is stored in the address. */
function Choice({ name, label, options }: { name: string; label: string; options: readonly Option[] }) {
	const { text, change } = usePanelAddress()
	return (
		<SelectField label={label} value={text(name)} onChange={(event) => change({ [name]: event.target.value })}>
			{options.map((option) => (
				<option key={option.value} value={option.value}>
					{option.label}
				</option>
			))}
		</SelectField>
	)
}

const states = [
	{ value: '', label: 'Todas' },
	...estadosEntrega.map((estado) => ({ value: estado, label: estadoEntregaText[estado] })),
]
const punctualities = [
	{ value: '', label: 'Todas' },
	{ value: '1', label: 'Solo tarde' },
]

/** Options for the courier: all staff, and the one in the address even without staff rights. */
function useCouriers(chosen: string): readonly Option[] {
	const { data } = useQuery({
		queryKey: [...panelKey, 'repartidores'],
		queryFn: () => fetchFrom(listUsers, { query: { staff: 'true', page_size: 100 } }),
	})
	const staff = (data?.results ?? []).map(({ id, email }) => ({ value: String(id), label: email }))
	const isMissing = chosen !== '' && staff.every(({ value }) => value !== chosen)
	const other = isMissing ? [{ value: chosen, label: `Usuario ID ${chosen}` }] : []
	return [{ value: '', label: 'Todos' }, ...staff, ...other]
}

export function DeliveryFilters({ isWide }: { isWide: boolean }) {
	const { text, change } = usePanelAddress()
	const couriers = useCouriers(text('repartidor'))
	const chosen = filters.filter((name) => text(name) !== '').length
	return (
		<FilterBox isWide={isWide} chosen={chosen} isFiltered={chosen > 0} noFilter={noFilter}>
			{() => (
				<>
					<Choice name="estado" label="Estado" options={states} />
					<Choice name="atrasada" label="Puntualidad" options={punctualities} />
					<Choice name="repartidor" label="Repartidor" options={couriers} />
					<DateField label="Desde" max={text('hasta')} value={text('desde')} onChoose={(desde) => change({ desde })} />
					<DateField label="Hasta" min={text('desde')} value={text('hasta')} onChoose={(hasta) => change({ hasta })} />
				</>
			)}
		</FilterBox>
	)
}
