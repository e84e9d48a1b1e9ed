import type { PointerEvent } from 'react'

/** The distance from the window's edge in pixels within which a drag scrolls, and pixels per frame. */
const edge = 96
const step = 10

/**
 * Drags the list item of a pressed handle until the pointer is up; then calls `onMove` with its new place from 0. Marks
 * the place meanwhile by `data-drop`. A drag that ends at its own place or is cancelled moves nothing.
 */
export function dragStop(event: PointerEvent<HTMLElement>, onMove: (place: number) => void): void {
	const grip: HTMLElement = event.currentTarget
	const card = grip.closest('li')
	const cards = [...(card?.parentElement?.children ?? [])]
	if (!card || event.button !== 0) return
	event.preventDefault()
	grip.setPointerCapture(event.pointerId)
	const others = cards.filter((other) => other !== card)
	const from = cards.indexOf(card)
	const start = event.clientY + scrollY
	let [y, to] = [event.clientY, from]
	const drag = new AbortController()
	const { signal } = drag
	function mark(drop: (at: number) => string): void {
		for (const [at, other] of others.entries()) other.setAttribute('data-drop', drop(at))
	}
	function follow(): void {
		if (signal.aborted) return
		scrollBy({ top: y < edge ? -step : y > innerHeight - edge ? step : 0, behavior: 'instant' })
		card?.style.setProperty('translate', `0 ${y + scrollY - start}px`)
		to = others.filter((other) => other.getBoundingClientRect().top + other.clientHeight / 2 < y).length
		mark((at) => (to === from ? '' : at === to ? 'before' : at === to - 1 && !others[to] ? 'after' : ''))
		requestAnimationFrame(follow)
	}
	function end(place: number): void {
		drag.abort()
		card?.style.removeProperty('translate')
		mark(() => '')
		if (place !== from) onMove(place)
	}
	grip.addEventListener('pointermove', ({ clientY }) => (y = clientY), { signal })
	grip.addEventListener('pointerup', () => end(to), { signal })
	grip.addEventListener('lostpointercapture', () => end(from), { signal })
	follow()
}
