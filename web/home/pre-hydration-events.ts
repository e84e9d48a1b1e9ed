import { useEffect } from 'react'
import { type Color, colorFromSlug } from '#domain/catalog/colors.ts'
import { useColors } from '#web/catalog/page-data.tsx'

interface PreHydrationEvents {
	/** The slug of the colour that is chosen by now, in the address or by the shopper. */
	readonly chosen?: string | undefined
	/** That of the colour for which 'Agregar al carrito' was pressed (start.ts notes it). */
	readonly added?: string | undefined
}

let events: PreHydrationEvents = {}

/** Remembers what the shopper did in the page as the server sent it; called once, right before the page is hydrated. */
export function recordPreHydrationEvents(): void {
	events = {
		chosen: document.querySelector<HTMLInputElement>('.swatches :checked')?.value,
		added: document.querySelector<HTMLElement>('.add-button')?.dataset.early,
	}
}

/**
 * Does once, now that the page is hydrated, what the shopper did before: hydration sets the choice back to the address's, and
 * nobody heard the button.
 */
export function usePreHydrationEvents(
	selected: Color,
	choose: (color: Color) => void,
	add: (color: Color) => void,
): void {
	const colors = useColors()
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page is hydrated
	useEffect(() => {
		const [chosen, added] = [events.chosen, events.added].map((slug) => colorFromSlug(colors, slug))
		events = {}
		if (chosen && chosen !== selected) choose(chosen)
		if (added) add(added)
	}, [])
}
