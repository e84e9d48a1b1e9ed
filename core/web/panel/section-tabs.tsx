import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from '#core/web/ui/icon.tsx'
import { type Tab, tabAt } from '#core/web/ui/tabs.tsx'
import { useWide } from '#core/web/ui/use-wide.ts'

/** A tab with the number of pending items in its section. */
export interface PanelTab<Name extends string> extends Tab {
	readonly name: Name
	readonly count: number
}

interface SectionTabsProps<Name extends string> {
	readonly sections: readonly PanelTab<Name>[]
	/** Number of leading sections that a phone shows. */
	readonly daily: number
	readonly chosen: Name
	readonly onChoose: (name: Name) => void
	readonly children: ReactNode
}

interface SectionTabProps {
	readonly id: string
	readonly controls: string
	readonly isChosen: boolean
	readonly label: string
	readonly count: number
	readonly onChoose: () => void
}

/** The count loads late, so it is positioned outside the layout. */
function SectionTab({ id, controls, isChosen, label, count, onChoose }: SectionTabProps) {
	return (
		<button
			type="button"
			role="tab"
			id={id}
			aria-selected={isChosen}
			aria-controls={controls}
			tabIndex={isChosen ? 0 : -1}
			className="staff-tab"
			onClick={onChoose}
		>
			<span>{label}</span>
			{count > 0 && <span className="tab-count">{` ${count}`}</span>}
		</button>
	)
}

/** Opens the sections that do not fit on a phone. */
function MoreButton({ isOpen, controls, onToggle }: { isOpen: boolean; controls: string; onToggle: () => void }) {
	return (
		<button
			type="button"
			className="staff-tab staff-more"
			aria-expanded={isOpen}
			aria-controls={controls}
			onClick={onToggle}
		>
			Más
			<Icon name="down" />
		</button>
	)
}

interface SectionTabListProps<Name extends string> {
	readonly id: string
	readonly shown: SectionTabsProps<Name>['sections']
	readonly chosen: Name
	/** Moves the focus with the arrow keys. */
	readonly onMove: (name: Name) => void
	readonly onChoose: (name: Name) => void
}

function SectionTabList<Name extends string>(props: SectionTabListProps<Name>) {
	const { id, shown, chosen, onMove, onChoose } = props
	const list = useRef<HTMLDivElement>(null)
	const current = shown.findIndex(({ name }) => name === chosen)
	function onKeyDown(event: KeyboardEvent): void {
		const next = tabAt(event.key, current, shown.length)
		const section = next === undefined ? undefined : shown[next]
		if (next === undefined || !section) return
		event.preventDefault()
		onMove(section.name)
		list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
	}
	return (
		<div
			ref={list}
			role="tablist"
			id={`${id}-list`}
			aria-label="Secciones del panel"
			className="section-tab-list"
			onKeyDown={onKeyDown}
		>
			{shown.map(({ name, label, count }) => (
				<SectionTab
					key={name}
					id={`${id}-${name}`}
					controls={`${id}-section`}
					isChosen={name === chosen}
					label={label}
					count={count}
					onChoose={() => onChoose(name)}
				/>
			))}
		</div>
	)
}

/** Desktop: all sections. Phone: the daily ones, the chosen one, and 'Más' for the rest. */
export function SectionTabs<Name extends string>(props: SectionTabsProps<Name>) {
	const { sections, daily, chosen, onChoose, children } = props
	const id = useId()
	const isWide = useWide()
	const [isOpen, setOpen] = useState(false)
	const isAll = isWide || isOpen
	const shown = sections.filter(({ name }, at) => isAll || at < daily || name === chosen)

	function choose(name: Name): void {
		setOpen(false)
		onChoose(name)
	}
	return (
		<>
			<div className="staff-tabs">
				<SectionTabList id={id} shown={shown} chosen={chosen} onMove={onChoose} onChoose={choose} />
				{!isWide && <MoreButton isOpen={isOpen} controls={`${id}-list`} onToggle={() => setOpen(!isOpen)} />}
			</div>
			<div role="tabpanel" id={`${id}-section`} aria-labelledby={`${id}-${chosen}`} className="above-l can-shrink">
				{children}
			</div>
		</>
	)
}
