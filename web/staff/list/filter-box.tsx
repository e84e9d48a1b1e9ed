import { type ReactNode, useRef, useState } from 'react'
import { type Changes, usePanelAddress } from '#web/staff/panel-address.ts'

interface FilterBoxProps {
	readonly isWide: boolean
	/** How many filters are chosen. */
	readonly chosen: number
	/** Anything is, so that it can all be taken back. */
	readonly isFiltered: boolean
	/** What takes every choice back. */
	readonly noFilter: Changes
	/** The fields; they take choices back by what they are given where their button goes with the choice. */
	readonly children: (takeBack: (changes: Changes) => void) => ReactNode
}

/** The filters of a list: in a row on a desk, folded on a phone. Every choice counts at once and stands in the address. */
export function FilterBox({ isWide, chosen, isFiltered, noFilter, children }: FilterBoxProps) {
	const { change } = usePanelAddress()
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
			<summary>
				<span>Filtros</span>
				{chosen > 0 && <span className="staff-count">{chosen}</span>}
			</summary>
			<div className="staff-filter-row stack">
				{children(takeBack)}
				{isFiltered && (
					<button type="button" className="link staff-clear" onClick={() => takeBack(noFilter)}>
						Quitar filtros
					</button>
				)}
			</div>
		</details>
	)
}
