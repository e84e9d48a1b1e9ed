import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { afterPress, type ComboboxPlace, Field, moveCombobox } from '#core/web/ui/fields.tsx'
import { Icon } from '#core/web/ui/parts.tsx'
import '#modules/delivery/web/delivery.css'
import '#core/web/ui/screen-parts.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CallFailed, fetchFrom } from '#core/web/session/query-client.tsx'
import { useDebounced } from '#core/web/ui/hooks.ts'
import { shortestAddress } from '#modules/delivery/address.ts'
import { quoteDelivery, suggestAddresses } from '#modules/delivery/endpoints.ts'
import type { AddressSuggestion, QuoteDeliveryAnswer } from '#modules/delivery/shapes.ts'
import { quoteMinutes } from '#modules/delivery/tariff.ts'

interface AddressComboboxProps {
	readonly value: string
	readonly error: string | undefined
	/** Session of one address search, from its first letter to its quote. */
	readonly sesion: string
	readonly onType: (text: string) => void
	/** The browser filled in the field automatically, without a choice from the list or a blur. */
	readonly onFill: (text: string) => void
	readonly onPick: (suggestion: AddressSuggestion) => void
	/** Called on blur with the text, possibly not a chosen suggestion. */
	readonly onLeave: () => void
}

const closed: ComboboxPlace = { isOpen: false, active: -1 }

function countText(count: number): string {
	if (count === 0) return noAddressText
	return count === 1
		? '1 dirección. Usa las flechas para elegirla.'
		: `${count} direcciones. Usa las flechas para elegir.`
}

/** Headless combobox: suggestions, active option, keyboard and pointer handlers. */
function useAddressList({ value, sesion, onPick }: AddressComboboxProps) {
	const [isTyping, setTyping] = useState(false)
	const [place, setPlace] = useState(closed)
	const { results, atribucion, isSettled } = useSuggestions(value, isTyping, sesion)
	const isOpen = place.isOpen && isTyping && results.length > 0

	function pick(index: number): void {
		const suggestion = results[index]
		if (!suggestion) return
		setTyping(false)
		setPlace(closed)
		onPick(suggestion)
	}

	function onKeyDown(event: KeyboardEvent): void {
		const move = moveCombobox({ ...place, isOpen }, event.key, isTyping ? results.length : 0)
		if (!move) return
		if (event.key !== 'Tab') event.preventDefault()
		if ('pick' in move) pick(move.pick)
		else setPlace(move.place)
	}

	function startTyping(): void {
		setTyping(true)
		setPlace({ isOpen: true, active: -1 })
	}
	const isAnswered = isTyping && isSettled
	return {
		results,
		atribucion,
		isOpen,
		active: place.active,
		announcement: isAnswered ? countText(results.length) : '',
		/** No suggestion matches. */
		isLost: isAnswered && results.length === 0,
		pick,
		onKeyDown,
		startTyping,
		close: () => setPlace(closed),
	}
}

/** On a phone the field scrolls to the top, so its list fits above the keyboard. */
function scrollToTop(field: HTMLElement): void {
	if (!window.matchMedia('(max-width: 40rem)').matches) return
	const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
	field.closest('.combobox')?.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
}

const optionId = (id: string, index: number) => `${id}-option-${index}`

function AddressList({ id, list }: { id: string; list: ReturnType<typeof useAddressList> }) {
	return (
		<div className="combobox-list" hidden={!list.isOpen}>
			<div role="listbox" id={`${id}-list`} aria-label="Direcciones">
				{list.results.map((suggestion, index) => (
					// The field retains the focus and handles the keys, so options have no key handlers.
					// biome-ignore lint/a11y/useKeyWithClickEvents: see above
					<div
						key={suggestion.lugar_id}
						id={optionId(id, index)}
						role="option"
						tabIndex={-1}
						aria-selected={index === list.active}
						className="combobox-option"
						onMouseDown={(event) => event.preventDefault()}
						onClick={() => list.pick(index)}
					>
						<Icon name="pin" />
						<span className="can-shrink">
							<span className="line strong">{suggestion.texto}</span>
							<span className="muted small line">{suggestion.detalle}</span>
						</span>
					</div>
				))}
			</div>
			{list.atribucion && <p className="combobox-note">{list.atribucion}</p>}
		</div>
	)
}

/** Street address field with suggestions, for keyboard, pointer and screen reader. */
export function AddressCombobox(props: AddressComboboxProps) {
	const id = useId()
	const list = useAddressList(props)
	return (
		<div className="combobox">
			<Field
				id="calle"
				label="Dirección"
				name="calle"
				value={props.value}
				hint={list.isLost ? noAddressText : undefined}
				error={props.error}
				placeholder="Calle y número"
				role="combobox"
				aria-expanded={list.isOpen}
				aria-controls={`${id}-list`}
				aria-autocomplete="list"
				aria-activedescendant={list.isOpen && list.active >= 0 ? optionId(id, list.active) : undefined}
				aria-required
				autoComplete="shipping address-line1"
				autoCapitalize="words"
				spellCheck={false}
				maxLength={200}
				onChange={(event) => {
					if (document.activeElement !== event.target) return props.onFill(event.target.value)
					list.startTyping()
					props.onType(event.target.value)
				}}
				onKeyDown={list.onKeyDown}
				onFocus={(event) => scrollToTop(event.target)}
				onBlur={() => {
					list.close()
					afterPress(props.onLeave)
				}}
			/>
			<AddressList id={id} list={list} />
			<p className="visually-hidden" role="status">
				{list.announcement}
			</p>
		</div>
	)
}

const debounceMs = 200

interface Suggestions {
	readonly results: readonly AddressSuggestion[]
	readonly atribucion: string
}

const none: Suggestions = { results: [], atribucion: '' }

/** Hook for address suggestions, debounced. A failure gives none: a typed address is accepted. */
function useSuggestions(typed: string, isOn: boolean, sesion: string): Suggestions & { isSettled: boolean } {
	const text = useDebounced(typed.trim(), debounceMs)
	const isEnabled = isOn && text.length >= shortestAddress
	const query = useQuery({
		queryKey: ['sugerencias', text],
		queryFn: () => fetchFrom(suggestAddresses, { query: { q: text, sesion } }),
		enabled: isEnabled,
		placeholderData: keepPreviousData,
		staleTime: 5 * 60_000,
		retry: 1,
	})
	const isSettled = isEnabled && text === typed.trim() && query.isSuccess && !query.isPlaceholderData
	return { ...(isEnabled && query.data ? query.data : none), isSettled }
}

/** Target: a suggestion (`numero`: the typed house number of a street without one), or a typed address. */
export type DeliveryTarget = { readonly lugar_id: string; readonly numero?: string } | { readonly direccion: string }

/** State of the delivery price. */
export type DeliveryCost =
	| { readonly state: 'none' | 'measuring' }
	/** Ambiguous address; `opciones` are the candidates. */
	| { readonly state: 'unknown_address'; readonly text: string; readonly opciones: readonly AddressSuggestion[] }
	/** A number beside the street may be the house number. */
	| { readonly state: 'unclear_number'; readonly text: string }
	/** The lookup failed: delivery is free, and the order is not blocked. */
	| { readonly state: 'failed' }
	| { readonly state: 'known'; readonly quote: QuoteDeliveryAnswer }

/** A quote is renewed before it expires. */
const renewMs = (quoteMinutes - 5) * 60_000

function costFrom(answer: { data: QuoteDeliveryAnswer | undefined; error: Error | null }): DeliveryCost {
	if (answer.data) return { state: 'known', quote: answer.data }
	const { error } = answer
	if (!error) return { state: 'measuring' }
	if (error instanceof CallFailed && error.refusal.code === 'direccion_desconocida') {
		// Answer of the server; an older one omits it.
		const opciones = (error.refusal.extra.opciones ?? []) as readonly AddressSuggestion[]
		return { state: 'unknown_address', text: error.refusal.text, opciones }
	}
	if (error instanceof CallFailed && error.refusal.code === 'numero_de_casa')
		return { state: 'unclear_number', text: error.refusal.text }
	return { state: 'failed' }
}

/** Hook for the signed delivery quote to `target`. */
export function useDeliveryQuote(target: DeliveryTarget | undefined, sesion: string) {
	const query = useQuery({
		queryKey: ['cotizacion', target],
		queryFn: () => fetchFrom(quoteDelivery, { query: { ...target, sesion } }),
		enabled: target !== undefined,
		staleTime: renewMs,
		refetchInterval: renewMs,
		retry: 1,
	})
	const cost: DeliveryCost = target ? costFrom(query) : { state: 'none' }
	useEffect(() => {
		if (cost.state === 'failed') console.error('the delivery distance could not be looked up')
	}, [cost.state])
	return { cost, askAgain: query.refetch }
}

/** Advice for a street unknown to the map. */
export const noAddressText =
	'No encontramos esa dirección en el mapa. Elige la esquina o la estación de metro más cercana y escribe la dirección exacta en el campo siguiente.'
