import { securityEventKinds, securityEvents } from '#domain/security/security-events.ts'
import { DateField } from '#web/staff/list/date-field.tsx'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

const filters = ['cuenta', 'tipo', 'red', 'desde', 'hasta'] as const

/** Clears every filter. */
export const noFilter = Object.fromEntries(filters.map((name) => [name, '']))

/** Returns the filters in the address, as query parameters of the list. */
export const securityFilterIn = (text: (name: string) => string): Record<string, string> =>
	Object.fromEntries(filters.map((name) => [name, text(name)]))

export function SecurityFilters() {
	const { text, change } = usePanelAddress()
	return (
		<div className="staff-filter-row stack">
			<SelectField label="Qué pasó" value={text('tipo')} onChange={(e) => change({ tipo: e.target.value })}>
				<option value="">Todo</option>
				{securityEventKinds.map((kind) => (
					<option key={kind} value={kind}>
						{securityEvents[kind].sentence}
					</option>
				))}
			</SelectField>
			<DateField label="Desde" max={text('hasta')} value={text('desde')} onChoose={(desde) => change({ desde })} />
			<DateField label="Hasta" min={text('desde')} value={text('hasta')} onChoose={(hasta) => change({ hasta })} />
			{text('red') !== '' && (
				<button type="button" className="staff-action" onClick={() => change({ red: '' })}>
					<span className="visually-hidden">Quitar el filtro: </span>
					<span>{`Red ${text('red')}`}</span>
					<Icon name="close" />
				</button>
			)}
		</div>
	)
}
