import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface Tab {
	readonly name: string
	readonly label: string
}

interface TabsProps {
	readonly label: string
	readonly tabs: readonly Tab[]
	readonly chosen: string
	readonly onChoose: (name: string) => void
	readonly children: ReactNode
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Returns the tab for a key; undefined for other keys. Both pairs of arrows cycle. */
export function tabAt(key: string, current: number, count: number): number | undefined {
	if (key === 'Home') return 0
	if (key === 'End') return count - 1
	const step = steps[key]
	return step === undefined ? undefined : (current + step + count) % count
}

/** Tabs beside (on a phone: above) their content, for pointer and keyboard. */
export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
	const id = useId()
	const list = useRef<HTMLDivElement>(null)
	const current = tabs.findIndex((tab) => tab.name === chosen)

	function onKeyDown(event: KeyboardEvent): void {
		const next = tabAt(event.key, current, tabs.length)
		const tab = next === undefined ? undefined : tabs[next]
		if (next === undefined || !tab) return
		event.preventDefault()
		onChoose(tab.name)
		list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
	}
	return (
		<div className="tabbed desk-columns">
			<div ref={list} role="tablist" aria-label={label} className="tabs" onKeyDown={onKeyDown}>
				{tabs.map((tab) => (
					<button
						key={tab.name}
						type="button"
						role="tab"
						id={`${id}-${tab.name}`}
						aria-selected={tab.name === chosen}
						aria-controls={`${id}-panel`}
						tabIndex={tab.name === chosen ? 0 : -1}
						className="tab"
						onClick={() => onChoose(tab.name)}
					>
						{tab.label}
					</button>
				))}
			</div>
			<div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className="can-shrink">
				{children}
			</div>
		</div>
	)
}
