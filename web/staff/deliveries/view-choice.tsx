import { usePanelAddress } from '#web/staff/panel-address.ts'

const views = [
	['', 'Por repartir'],
	['entregas', 'Entregas'],
] as const

/** Returns the view in the address: pending deliveries (empty) or all of them. */
export const viewIn = (text: (name: string) => string) => (text('vista') === 'entregas' ? 'entregas' : '')

export function ViewChoice() {
	const { text, go } = usePanelAddress()
	return (
		<fieldset className="chips">
			<legend className="visually-hidden">Mostrar</legend>
			{views.map(([view, label]) => (
				<button
					key={view}
					type="button"
					className="staff-action"
					aria-pressed={viewIn(text) === view}
					onClick={() => go('reparto', { vista: view })}
				>
					{label}
				</button>
			))}
		</fieldset>
	)
}
