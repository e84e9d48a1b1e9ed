import { securityEventKinds } from '#core/rules/security-events.ts'
import { ChoiceField, DayFields, type Options } from '#core/web/list/choice-field.tsx'
import { usePanelAddress } from '#core/web/panel/panel-address.ts'
import { Icon } from '#core/web/ui/icon.tsx'
import { securityEvents } from '#modules/security-trail/security-events.ts'

export const filters = ['cuenta', 'tipo', 'red', 'desde', 'hasta'] as const

const kinds: Options = [
	['', 'Todo'],
	...securityEventKinds.map((kind) => [kind, securityEvents[kind].sentence] as const),
]

export function SecurityFilters() {
	const { text, change } = usePanelAddress()
	return (
		<div className="staff-filter-row stack">
			<ChoiceField param="tipo" label="Qué pasó" options={kinds} />
			<DayFields />
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
