import { type ReactNode, useRef, useState } from 'react'
import { usePanelAddress, without } from '#core/web/panel/panel-address.ts'
import { useWide } from '#core/web/ui/use-wide.ts'

interface FilterBoxProps {
	/** Parameters of the address that filter; their number is shown. */
	readonly filters: readonly string[]
	/** Parameters that 'Quitar filtros' removes. */
	readonly clears: readonly string[]
	/** The fields. They remove a filter with `clear` where its button disappears with it. */
	readonly children: ReactNode | ((clear: (params: readonly string[]) => void) => ReactNode)
}

function Box({ filters, clears, isWide, children }: FilterBoxProps & { isWide: boolean }) {
	const { text, change } = usePanelAddress()
	const isChosen = (param: string) => text(param) !== ''
	const chosen = filters.filter(isChosen).length
	const isFiltered = clears.some(isChosen)
	// Later on it is opened and closed by hand: the first choice and the last one are made inside.
	const [isOpenAtFirst] = useState(isWide || isFiltered)
	const box = useRef<HTMLDetailsElement>(null)
	/** Removes filters with a button that disappears with them; the focus moves first. */
	function clear(params: readonly string[]): void {
		box.current?.querySelector('select')?.focus()
		change(without(params))
	}
	return (
		<details ref={box} className="staff-filters" open={isOpenAtFirst || undefined}>
			<summary>
				<span>Filtros</span>
				{chosen > 0 && <span className="staff-count">{chosen}</span>}
			</summary>
			<div className="staff-filter-row stack">
				{typeof children === 'function' ? children(clear) : children}
				{isFiltered && (
					<button type="button" className="link staff-clear" onClick={() => clear(clears)}>
						Quitar filtros
					</button>
				)}
			</div>
		</details>
	)
}

/** The filters of a list: in a row on a desk, folded on a phone. Each choice counts at once and is part of the address. */
export function FilterBox(props: FilterBoxProps) {
	const isWide = useWide()
	return <Box key={String(isWide)} isWide={isWide} {...props} />
}
