import { Chips } from '#core/web/list/chips.tsx'
import { usePanelAddress } from '#core/web/panel/panel-address.ts'

const views = [
	['', 'Por repartir'],
	['entregas', 'Entregas'],
] as const

/** Returns the view in the address: pending deliveries (empty) or all of them. */
export const viewIn = (text: (name: string) => string) => (text('vista') === 'entregas' ? 'entregas' : '')

export function ViewChoice() {
	const { text, go } = usePanelAddress()
	return <Chips options={views} value={viewIn(text)} onChoose={(vista) => go('reparto', { vista })} />
}
