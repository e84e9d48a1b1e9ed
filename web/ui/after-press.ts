let isPressed = false
let waiting: (() => void)[] = []

function press(): void {
	isPressed = true
}

/** The click follows the release, so what waited is done a turn later. */
function release(): void {
	isPressed = false
	setTimeout(() => {
		if (isPressed) return
		const actions = waiting
		waiting = []
		for (const action of actions) action()
	})
}

// A tap gives the focus away with its late mouse events, a mouse with its pointer events: both begin and end a press.
if (typeof window !== 'undefined') {
	for (const type of ['pointerdown', 'mousedown']) window.addEventListener(type, press, true)
	for (const type of ['pointerup', 'pointercancel', 'mouseup', 'dragend']) window.addEventListener(type, release, true)
}

/**
 * Does what may move the page, such as checking a field that was left: at once, or, while something is being pressed, after the
 * click that comes of it. What moves between press and release takes the click away from what was pressed.
 */
export function afterPress(action: () => void): void {
	if (isPressed) waiting.push(action)
	else action()
}
