/** The inputs in `root` by name and place among those of the same name, which is the same in a new rendering. */
function inputsOf(root: HTMLElement): Map<string, HTMLInputElement> {
	const inputs = new Map<string, HTMLInputElement>()
	for (const input of root.querySelectorAll<HTMLInputElement>('input:not([type=file])')) {
		let place = 0
		while (inputs.has(`${input.name} ${place}`)) place += 1
		inputs.set(`${input.name} ${place}`, input)
	}
	return inputs
}

/** The setter of the platform: React ignores an input event after its own. */
const setValue = import.meta.env.SSR
	? undefined
	: Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

function copyInput(from: HTMLInputElement, to: HTMLInputElement): void {
	if (from.checked !== from.defaultChecked && from.checked !== to.checked) to.click()
	if (from.value === from.defaultValue) return
	setValue?.call(to, from.value)
	to.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Remembers the inputs of the page before hydration. Call the result when React replaced a part of the page, for example
 * because a password manager put a node beside a field: what was filled in, and the focus, move to the new inputs.
 */
export function keepEarlyInput(root: HTMLElement): () => void {
	const early = inputsOf(root)
	const focused = document.activeElement
	return () => {
		const now = inputsOf(root)
		for (const [key, input] of early) {
			const successor = now.get(key)
			if (input.isConnected || !successor) continue
			early.delete(key)
			copyInput(input, successor)
			if (input === focused && document.activeElement === document.body) successor.focus()
		}
	}
}
