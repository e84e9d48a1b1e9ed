import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { IconButton } from '#core/web/ui/buttons.tsx'
import '#core/web/ui/screen-parts.css'

export interface Tab {
	readonly name: string
	readonly label: string
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Returns the tab for a key; undefined for other keys. Both pairs of arrows cycle. */
export function tabAt(key: string, current: number, count: number): number | undefined {
	if (key === 'Home') return 0
	if (key === 'End') return count - 1
	const step = steps[key]
	return step === undefined ? undefined : (current + step + count) % count
}

interface TabListProps<Shown extends Tab> {
	/** Of the tabs and of their content, which is `<id>-panel` and is labelled by `<id>-<name of the chosen tab>`. */
	readonly id: string
	readonly label: string
	readonly className: string
	readonly tabClass: string
	readonly tabs: readonly Shown[]
	readonly chosen: string
	readonly onChoose: (name: string) => void
	/** Chooses with the arrow keys; `onChoose` by default. */
	readonly onMove?: (name: string) => void
	readonly children: (tab: Shown) => ReactNode
}

/** The tabs themselves, for pointer and keyboard. */
export function TabList<Shown extends Tab>(props: TabListProps<Shown>) {
	const { id, label, className, tabClass, tabs, chosen, onChoose, onMove = onChoose, children } = props
	const list = useRef<HTMLDivElement>(null)
	function onKeyDown(event: KeyboardEvent): void {
		const current = tabs.findIndex(({ name }) => name === chosen)
		const next = tabAt(event.key, current, tabs.length)
		const tab = next === undefined ? undefined : tabs[next]
		if (next === undefined || !tab) return
		event.preventDefault()
		onMove(tab.name)
		list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
	}
	return (
		<div ref={list} role="tablist" aria-label={label} className={className} onKeyDown={onKeyDown}>
			{tabs.map((tab) => (
				<button
					key={tab.name}
					type="button"
					role="tab"
					id={`${id}-${tab.name}`}
					aria-selected={tab.name === chosen}
					aria-controls={`${id}-panel`}
					tabIndex={tab.name === chosen ? 0 : -1}
					className={tabClass}
					onClick={() => onChoose(tab.name)}
				>
					{children(tab)}
				</button>
			))}
		</div>
	)
}

interface TabsProps {
	readonly label: string
	readonly tabs: readonly Tab[]
	readonly chosen: string
	readonly onChoose: (name: string) => void
	/** On a phone the tabs are in a menu, opened by a button, which ends with this. */
	readonly menuEnd?: ReactNode
	readonly children: ReactNode
}

/** Tabs beside (on a phone: above) their content. */
export function Tabs({ children, menuEnd, ...list }: TabsProps) {
	const id = useId()
	const isMenu = Boolean(menuEnd)
	return (
		<div className="tabbed desk-columns">
			{isMenu && <IconButton icon="user" label={list.label} className="tabs-button" popoverTarget={`${id}-menu`} />}
			<div
				id={`${id}-menu`}
				popover={isMenu ? 'auto' : undefined}
				className={isMenu ? 'phone-menu tabs-menu' : 'tabs-menu'}
			>
				<TabList {...list} id={id} className="tabs" tabClass="tab">
					{({ label }) => label}
				</TabList>
				{isMenu && <div>{menuEnd}</div>}
			</div>
			<div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${list.chosen}`} className="can-shrink">
				{children}
			</div>
		</div>
	)
}
