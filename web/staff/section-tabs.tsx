import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { type Tab, tabAt } from '#web/accounts/tabs.tsx'

interface SectionTabsProps<Name extends string> {
	readonly sections: readonly (Tab & { readonly name: Name })[]
	readonly chosen: Name
	readonly onChoose: (name: Name) => void
	readonly children: ReactNode
}

/** The panel's sections in one row, which scrolls on a phone; arrows walk through it. */
export function SectionTabs<Name extends string>({ sections, chosen, onChoose, children }: SectionTabsProps<Name>) {
	const id = useId()
	const list = useRef<HTMLDivElement>(null)
	const current = sections.findIndex(({ name }) => name === chosen)
	const tabs = () => list.current?.querySelectorAll<HTMLElement>('[role="tab"]')

	// biome-ignore lint/correctness/useExhaustiveDependencies: the row follows the chosen section
	useEffect(() => {
		const [row, tab] = [list.current, tabs()?.[current]]
		if (row && tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.clientWidth) / 2
	}, [current])

	function onKeyDown(event: KeyboardEvent): void {
		const next = tabAt(event.key, current, sections.length)
		const section = next === undefined ? undefined : sections[next]
		if (next === undefined || !section) return
		event.preventDefault()
		onChoose(section.name)
		tabs()?.[next]?.focus()
	}
	return (
		<>
			<div ref={list} role="tablist" aria-label="Secciones del panel" className="staff-tabs" onKeyDown={onKeyDown}>
				{sections.map(({ name, label }) => (
					<button
						key={name}
						type="button"
						role="tab"
						id={`${id}-${name}`}
						aria-selected={name === chosen}
						aria-controls={`${id}-section`}
						tabIndex={name === chosen ? 0 : -1}
						className="staff-tab"
						onClick={() => onChoose(name)}
					>
						{label}
					</button>
				))}
			</div>
			<div role="tabpanel" id={`${id}-section`} aria-labelledby={`${id}-${chosen}`} className="staff-section">
				{children}
			</div>
		</>
	)
}
