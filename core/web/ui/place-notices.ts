/** Elements fixed to the bottom on some screens, not to be covered. */
const footBars = '.pay-bar, .summary, .thumb-bar'
/** Selectors of the smallest part that a message can be about, around the pressed or focused element. */
const parts = '.field, .cart-line, .coupon, .order, .own-row, .staff-row, tr, li, fieldset, section, form'
const gap = 12

/** Returns the overlap of `a` and `b` in px². */
export function overlap(a: Box, b: Box): number {
	const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
	const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
	return width > 0 && height > 0 ? width * height : 0
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

function partInQuestion(about: string | undefined): Element | null {
	const named = about ? document.querySelector(about) : null
	const { activeElement } = document
	return named ?? (activeElement === document.body ? null : (activeElement?.closest(parts) ?? null))
}

/** Returns the height in px of elements fixed to the bottom. */
function footHeight(): number {
	const tops = [...document.querySelectorAll(footBars)]
		.map((bar) => bar.getBoundingClientRect())
		.filter(({ top, bottom, height }) => height > 0 && top < window.innerHeight && bottom >= window.innerHeight - 1)
		.map(({ top }) => top)
	return Math.max(0, window.innerHeight - Math.min(window.innerHeight, ...tops))
}

/** Places messages where they overlap their subject least: below the bar, or at the bottom. */
export function placeNotices(box: HTMLElement, about: string | undefined): void {
	box.style.setProperty('--foot', `${footHeight() + gap}px`)
	const part = partInQuestion(about)?.getBoundingClientRect()
	const coveredAt = (place: 'top' | 'foot') => {
		box.dataset.at = place
		return part ? overlap(box.getBoundingClientRect(), part) : 0
	}
	const atTop = coveredAt('top')
	if (atTop > 0 && coveredAt('foot') >= atTop) box.dataset.at = 'top'
}
