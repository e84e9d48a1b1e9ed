let isPressed = false
let waiting: (() => void)[] = []

function press(): void {
	isPressed = true
}

/** The click event follows the release, so deferred work runs a task later. */
function release(): void {
	isPressed = false
	setTimeout(() => {
		if (isPressed) return
		const actions = waiting
		waiting = []
		for (const action of actions) action()
	})
}

// A tap moves the focus with its late mouse events, a mouse with pointer events: both start and end a press.
if (typeof window !== 'undefined') {
	for (const type of ['pointerdown', 'mousedown']) window.addEventListener(type, press, true)
	for (const type of ['pointerup', 'pointercancel', 'mouseup', 'dragend']) window.addEventListener(type, release, true)
}

/**
 * Runs work that may move the page, such as the validation on blur, immediately or after the click of a running press. A
 * shift between press and release would lose the click.
 */
export function afterPress(action: () => void): void {
	if (isPressed) waiting.push(action)
	else action()
}
