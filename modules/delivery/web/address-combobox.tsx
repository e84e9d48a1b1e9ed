import { type KeyboardEvent, useId, useState } from 'react'
import { afterPress, type ComboboxPlace, Field, moveCombobox } from '#core/web/ui/fields.tsx'
import { Icon } from '#core/web/ui/parts.tsx'
import type { AddressSuggestion } from '#modules/delivery/shapes.ts'
import { noAddressText, useSuggestions } from '#modules/delivery/web/use-address-search.ts'
import '#modules/delivery/web/delivery.css'
import '#core/web/ui/screen-parts.css'

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
