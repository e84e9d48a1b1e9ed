import { useQuery } from '@tanstack/react-query'
import { ChoiceField, DayFields, type Options } from '#core/web/list/choice-field.tsx'
import { FilterBox } from '#core/web/list/filter-box.tsx'
import { usePanelAddress } from '#core/web/panel/panel-address.ts'
import { panelKey } from '#core/web/panel/panel-key.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { estadoEntregaText, estadosEntrega } from '#modules/rounds/delivery-state.ts'
import type { DeliveryFilter } from '#modules/rounds/shapes/deliveries.ts'
import { listUsers } from '#modules/staff/endpoints.ts'

export const filters = [
	'estado',
	'repartidor',
	'atrasada',
	'desde',
	'hasta',
] as const satisfies readonly (keyof DeliveryFilter)[]

const states: Options = [['', 'Todas'], ...estadosEntrega.map((estado) => [estado, estadoEntregaText[estado]] as const)]
const punctualities: Options = [
	['', 'Todas'],
	['1', 'Solo tarde'],
]

/** Options for the courier: all staff, and the one in the address even without staff rights. */
function useCouriers(chosen: string): Options {
	const { data } = useQuery({
		queryKey: [...panelKey, 'repartidores'],
		queryFn: () => fetchFrom(listUsers, { query: { staff: 'true', page_size: 100 } }),
	})
	const staff = (data?.results ?? []).map(({ id, email }) => [String(id), email] as const)
	const isMissing = chosen !== '' && staff.every(([id]) => id !== chosen)
	const other = isMissing ? [[chosen, `Usuario ID ${chosen}`] as const] : []
	return [['', 'Todos'], ...staff, ...other]
}

export function DeliveryFilters() {
	const { text } = usePanelAddress()
	const couriers = useCouriers(text('repartidor'))
	return (
		<FilterBox filters={filters} clears={filters}>
			<ChoiceField param="estado" label="Estado" options={states} />
			<ChoiceField param="atrasada" label="Puntualidad" options={punctualities} />
			<ChoiceField param="repartidor" label="Repartidor" options={couriers} />
			<DayFields />
		</FilterBox>
	)
}
