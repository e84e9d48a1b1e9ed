import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { maxEmailCharacters } from '#core/rules/person-data.ts'
import { panelKey, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { Button, IconButton } from '#core/web/ui/buttons.tsx'
import { estadoText } from '#modules/orders/estado.ts'
import { MoneyBadge } from '#modules/orders/staff/web/order-parts.tsx'
import type { FoundOrder } from '#modules/search/shapes.ts'
import { ownerText, reasonText } from '#modules/search/web/found-text.ts'
import { isSearchKey, useShortcut } from '#modules/search/web/search-shortcut.ts'
import { useOrderSearch } from '#modules/search/web/use-order-search.ts'
import '#modules/search/web/search.css'
import '#core/web/ui/screen-parts.css'

const label = 'Buscar una orden por número, nombre, correo, teléfono, dirección, autorización o folio'

/** Phones have no room for the shortcut's switch. */
const phoneQuery = '(hover: none) and (max-width: 39.99rem)'

/** Focuses the field on `/`. */
function useSearchKey(isOn: boolean) {
	const field = useRef<HTMLInputElement>(null)
	useEffect(() => {
		if (!isOn) return
		const onKey = (event: globalThis.KeyboardEvent) => {
			const target = event.target instanceof Element ? event.target : null
			const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
			if (
				!isSearchKey({ key, ctrlKey, metaKey, altKey, defaultPrevented, target }) ||
				window.matchMedia(phoneQuery).matches
			)
				return
			event.preventDefault()
			field.current?.focus()
			field.current?.select()
		}
		document.addEventListener('keydown', onKey)
		return () => document.removeEventListener('keydown', onKey)
	}, [isOn])
	return field
}

function Found({ order, typed }: { order: FoundOrder; typed: string }) {
	return (
		<>
			<span className="found-main">
				<span className="strong one-line">
					<span className="digits">{order.nro_orden}</span>
					<span>{` ${ownerText(order)}`}</span>
				</span>{' '}
				<span className="one-line muted small">{reasonText(order, typed)}</span>
			</span>{' '}
			<span className="found-side">
				<span className="digits">{formatClp(order.total)}</span>{' '}
				<span className="muted small">{estadoText(order.estado)}</span> <MoneyBadge order={order} />
			</span>
		</>
	)
}

const optionId = (id: string, index: number) => `${id}-option-${index}`

function FoundList({ id, search }: { id: string; search: ReturnType<typeof useOrderSearch> }) {
	const { text, results, place, pick } = search
	return (
		<div role="listbox" id={`${id}-list`} aria-label="Órdenes encontradas">
			{results.map((order, index) => (
				// The focus stays in the field, whose keys move through the options (ARIA combobox).
				// biome-ignore lint/a11y/useKeyWithClickEvents: see above
				<div
					key={order.id}
					id={optionId(id, index)}
					role="option"
					tabIndex={-1}
					aria-selected={index === place.active}
					className="combobox-option"
					onMouseDown={(event) => event.preventDefault()}
					onClick={() => pick(index)}
				>
					<Found order={order} typed={text} />
				</div>
			))}
		</div>
	)
}

/** Text for screen readers only. */
function Status({ text }: { text: string }) {
	return (
		<p className="visually-hidden" role="status">
			{text}
		</p>
	)
}

function KeySwitch({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
	return (
		<button type="button" className="search-key" aria-pressed={isOn} onClick={onToggle}>
			<span className="visually-hidden">La tecla </span>
			<kbd>/</kbd>
			<span className="visually-hidden"> lleva a la búsqueda</span>
		</button>
	)
}

interface OrderSearchProps {
	/** What the list below is searched for. */
	readonly searched?: string
	/** Searches the list below. */
	readonly onSearch?: (text: string) => void
}

/** Finds an order by any of its details while they are typed; `/` focuses the field. */
function OrderSearch({ searched, onSearch }: OrderSearchProps) {
	const id = useId()
	const search = useOrderSearch(searched, onSearch)
	const { text, results, place, statusText, type, onKeyDown, close, searchList } = search
	const { isOn, toggle } = useShortcut()
	const field = useSearchKey(isOn)
	const isListed = place.isOpen && results.length > 0
	return (
		<search className="order-search">
			<div className="combobox">
				<label htmlFor={id} className="visually-hidden">
					{label}
				</label>
				<input
					ref={field}
					id={id}
					type="search"
					role="combobox"
					className="input"
					placeholder="Orden, nombre, teléfono, folio…"
					aria-expanded={isListed}
					aria-controls={`${id}-list`}
					aria-autocomplete="list"
					aria-activedescendant={isListed && place.active >= 0 ? optionId(id, place.active) : undefined}
					aria-keyshortcuts={isOn ? '/' : undefined}
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					enterKeyHint="search"
					maxLength={maxEmailCharacters}
					value={text}
					onChange={(event) => type(event.target.value)}
					onKeyDown={onKeyDown}
					onFocus={() => text !== '' && type(text)}
					onBlur={close}
				/>
				<div className="combobox-list" hidden={!place.isOpen || (results.length === 0 && statusText === '')}>
					<FoundList id={id} search={search} />
					{statusText !== '' && (
						<p className="combobox-note" aria-hidden="true">
							{statusText}
						</p>
					)}
				</div>
			</div>
			{onSearch && (
				<Button look="outline" onClick={searchList}>
					Buscar
				</Button>
			)}
			<KeySwitch isOn={isOn} onToggle={toggle} />
			<Status text={place.isOpen ? statusText : ''} />
		</search>
	)
}

/** The search above the list of orders: found orders open, 'Buscar' and Enter search the list. */
export function ListSearch() {
	const client = useQueryClient()
	const { text, change } = usePanelAddress()
	const searched = text('nro_orden')
	function search(typed: string): void {
		// The same address causes no new request.
		if (typed === searched) void client.invalidateQueries({ queryKey: panelKey })
		else change({ nro_orden: typed })
	}
	return <OrderSearch searched={searched} onSearch={search} />
}

/** The search of the other sections, which a phone opens with a button. */
export function HeadSearch({ isList }: { readonly isList: boolean }) {
	const id = useId()
	const box = useRef<HTMLDivElement>(null)
	const { key } = useLocation()
	// biome-ignore lint/correctness/useExhaustiveDependencies: an opened order closes the search
	useEffect(() => box.current?.hidePopover(), [key])
	if (isList) return null
	return (
		<>
			<IconButton icon="search" label="Buscar una orden" className="head-search-button" popoverTarget={id} />
			<div
				ref={box}
				id={id}
				popover="auto"
				className="phone-menu head-search"
				onToggle={({ newState, currentTarget }) => newState === 'open' && currentTarget.querySelector('input')?.focus()}
			>
				<OrderSearch />
			</div>
		</>
	)
}
