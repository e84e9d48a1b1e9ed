import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { formatPhone, maxEmailCharacters } from '#core/rules/person-data.ts'
import { fold } from '#core/rules/text.ts'
import { panelKey, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { Button, IconButton } from '#core/web/ui/buttons.tsx'
import { type ComboboxPlace, moveCombobox } from '#core/web/ui/fields.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { useDebounced } from '#core/web/ui/hooks.ts'
import { createStore, onOtherTab, readText, writeText } from '#core/web/ui/store.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import { foundReasons } from '#modules/lists/web/search.ts'
import { estadoText } from '#modules/orders/estado.ts'
import { readOrderSearch } from '#modules/orders/staff/order-search.ts'
import { MoneyBadge } from '#modules/orders/staff/web/order-parts.tsx'
import { findOrders } from '#modules/search/endpoints.ts'
import type { FindOrdersAnswer, FoundOrder } from '#modules/search/shapes.ts'
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
			const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
			const target = event.target instanceof Element ? event.target : null
			const isMeant = isSearchKey({ key, ctrlKey, metaKey, altKey, defaultPrevented, target })
			if (!isMeant || window.matchMedia(phoneQuery).matches) return
			event.preventDefault()
			field.current?.focus()
			field.current?.select()
		}
		document.addEventListener('keydown', onKey)
		return () => document.removeEventListener('keydown', onKey)
	}, [isOn])
	return field
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
					<span className="found-main">
						<span className="strong one-line">
							<span className="digits">{order.nro_orden}</span>
							<span>{` ${ownerText(order)}`}</span>
						</span>{' '}
						<span className="one-line muted small">{reasonText(order, text)}</span>
					</span>{' '}
					<span className="found-side">
						<span className="digits">{formatClp(order.total)}</span>{' '}
						<span className="muted small">{estadoText(order.estado)}</span> <MoneyBadge order={order} />
					</span>
				</div>
			))}
		</div>
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
	const isOn = useSyncExternalStore(followShortcut, shortcut.get, () => true)
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
			<button type="button" className="search-key" aria-pressed={isOn} onClick={toggleShortcut}>
				<span className="visually-hidden">La tecla </span>
				<kbd>/</kbd>
				<span className="visually-hidden"> lleva a la búsqueda</span>
			</button>
			<p className="visually-hidden" role="status">
				{place.isOpen ? statusText : ''}
			</p>
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

const closed: ComboboxPlace = { isOpen: false, active: -1 }

/** State of the search: results, active option, and handlers. `onSearch` searches the list below for the typed text. */
function useOrderSearch(searched = '', onSearch?: (text: string) => void) {
	const navigate = useNavigate()
	const { linkWith } = usePanelAddress()
	const [text, setText] = useState(searched)
	const [place, setPlace] = useState(closed)
	// Enter was pressed before the results arrived.
	const [isEnterPending, setEnterPending] = useState(false)
	const { results, hay_mas, isSettled, isError } = useFoundOrders(text, place.isOpen)

	function type(next: string): void {
		setText(next)
		setPlace({ isOpen: next !== '', active: -1 })
		setEnterPending(false)
		if (next === '' && searched !== '') onSearch?.('')
	}
	// Another search of the list, as after clearing its filters, is written to the field.
	useEffect(() => setText(searched), [searched])
	function pick(index: number): void {
		const order = results[index]
		if (!order) return
		setText(searched)
		setPlace(closed)
		void navigate(linkWith({ orden: order.id }))
	}
	function openDefault(): void {
		const index = defaultIndex(results, text)
		if (index !== undefined) pick(index)
		else if (results.length > 0) setPlace({ isOpen: true, active: 0 })
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the awaited answer is there
	useEffect(() => {
		if (!isEnterPending || !isSettled) return
		setEnterPending(false)
		openDefault()
	}, [isEnterPending, isSettled])
	const close = () => setPlace(closed)
	function searchList(): void {
		close()
		onSearch?.(text.trim())
	}
	function onKeyDown(event: KeyboardEvent): void {
		if (event.key === 'Enter' && place.active < 0 && text !== '') {
			event.preventDefault()
			if (onSearch) searchList()
			else {
				if (!place.isOpen) setPlace({ isOpen: true, active: -1 })
				setEnterPending(true)
			}
			return
		}
		const move = moveCombobox(place, event.key, results.length)
		if (!move) return
		if (event.key !== 'Tab') event.preventDefault()
		if ('pick' in move) pick(move.pick)
		else setPlace(move.place)
	}
	const foundStatus = isSettled ? foundText(results.length, hay_mas) : ''
	const statusText = isError ? 'No pudimos buscar. Intenta nuevamente.' : foundStatus
	return { text, results, place, statusText, type, pick, onKeyDown, close, searchList }
}

const none: FindOrdersAnswer = { results: [], hay_mas: false }

/** Returns the orders that match the typed text, debounced. `isSettled`: they belong to the current text. */
function useFoundOrders(typed: string, isOn: boolean) {
	const text = typed.trim()
	const q = useDebounced(text, 150)
	const isEnabled = isOn && readOrderSearch(q) !== undefined
	const { data, error, isError, isSuccess, isPlaceholderData } = useQuery({
		queryKey: [...panelKey, 'buscar', q],
		queryFn: () => fetchFrom(findOrders, { query: { q } }),
		enabled: isEnabled,
		placeholderData: keepPreviousData,
		staleTime: 0,
		// Customers' names are removed from the cache as soon as they are not shown.
		gcTime: 0,
	})
	useEffect(() => {
		if (error) console.error('the search failed', error)
	}, [error])
	const isSettled = isEnabled && q === text && isSuccess && !isPlaceholderData
	return { ...(isEnabled && data && !isError ? data : none), isSettled, isError: isEnabled && isError }
}

const storageKey = 'panel_atajo'
const off = 'no'

/**
 * Whether `/` focuses the search, stored in this browser. Speech input can trigger single keys, so WCAG 2.1.4 requires a
 * way to disable it.
 */
const shortcut = createStore(true)

const readShortcut = () => shortcut.set(readText(storageKey) !== off)

function followShortcut(listener: () => void): () => void {
	const stops = [shortcut.subscribe(listener), onOtherTab([storageKey], readShortcut)]
	readShortcut()
	return () => {
		for (const stop of stops) stop()
	}
}

function toggleShortcut(): void {
	const isOn = !shortcut.get()
	writeText(storageKey, isOn ? null : off)
	shortcut.set(isOn)
}

/** The used part of KeyboardEvent. */
interface PressedKey {
	readonly key: string
	readonly ctrlKey: boolean
	readonly metaKey: boolean
	readonly altKey: boolean
	readonly defaultPrevented: boolean
	readonly target: Pick<Element, 'closest'> | null
}

/** Elements in which `/` is text or belongs to an open dialog. */
const busyPlaces = 'input, textarea, select, [contenteditable], dialog'

/** Returns whether a key press is the search shortcut, outside of fields and dialogs. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, defaultPrevented, target }: PressedKey): boolean {
	if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return false
	return !target?.closest(busyPlaces)
}

/** Returns the customer's name or email, or a placeholder after the account was deleted. */
export function ownerText({ nombre, email }: Pick<FoundOrder, 'nombre' | 'email'>): string {
	return nombre || email || 'Sin nombre'
}

const wordsIn = (text: string) => fold(text).split(/[^a-z0-9]+/)

/** Returns the matching field of the order: its tax document, phone number, address … */
export function reasonText(found: FoundOrder, typed: string): string {
	const { por, codigo, telefono, email, direccion, created_at } = found
	for (const reasonOf of foundReasons) {
		const reason = reasonOf(found)
		if (reason !== undefined) return reason
	}
	if (por === 'autorizacion' && codigo !== null) return `Código de autorización ${codigo}`
	if (por === 'telefono') return formatPhone(telefono)
	if (por === 'numero') return formatMoment(created_at)
	const address = wordsIn(direccion)
	const isInAddress = wordsIn(typed).some((word) => word !== '' && address.some((part) => part.startsWith(word)))
	return isInAddress ? formatDireccion(direccion) : email
}

/** Returns the number of found orders, for screen readers. */
export function foundText(count: number, hasMore: boolean): string {
	if (count === 0) return 'Ninguna orden coincide.'
	if (hasMore) return `Se muestran ${count} órdenes; hay más. Escribe algo más para acotar.`
	return count === 1 ? '1 orden. Enter la abre.' : `${count} órdenes. Usa las flechas para elegir.`
}

/** Returns the index that Enter opens without a choice: the only result or the exact number; undefined otherwise. */
export function defaultIndex(results: readonly FoundOrder[], typed: string): number | undefined {
	if (results.length === 1) return 0
	const digits = typed.replace(/\D/g, '')
	const index = results.findIndex(({ por, nro_orden }) => por === 'numero' && String(nro_orden) === digits)
	return index < 0 ? undefined : index
}
