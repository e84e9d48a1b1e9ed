import { Component, type ErrorInfo, type ReactNode } from 'react'

const floorText =
	'Parte de esta página no funciona aquí: puedes leerla y seguir sus enlaces. Para comprar usa Chrome 131, Firefox 132, Safari 18.1 o uno más nuevo.'

/** Whether the browser has the newest calls that every screen makes. Documented as supported are later versions only. */
export const canRunShop = (): boolean => 'showPopover' in HTMLElement.prototype && 'withResolvers' in Promise

/** Says above a page without its code what still works, and in which browsers all of it does. */
export function announceFloor(page: ParentNode): void {
	const line = document.createElement('p')
	line.className = 'announcement'
	line.setAttribute('role', 'alert')
	line.textContent = floorText
	page.prepend(line)
}

/** Keeps what is on the page, without its code, when the shell itself fails: React would leave an empty page. */
export class KeptPage extends Component<{ children: ReactNode }, { page?: Node | undefined }> {
	override state: { page?: Node | undefined } = {}

	// React removes the page after this call.
	static getDerivedStateFromError() {
		return { page: document.getElementById('app')?.cloneNode(true) }
	}

	override componentDidCatch(error: Error, info: ErrorInfo) {
		console.error('the shell failed', error, info.componentStack)
	}

	#fill = (box: HTMLElement | null) => {
		box?.replaceChildren(...(this.state.page?.childNodes ?? []))
		if (box) announceFloor(box)
	}

	override render() {
		return this.state.page ? <div className="kept-page" ref={this.#fill} /> : this.props.children
	}
}
