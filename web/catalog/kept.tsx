import { type ComponentType, type LazyExoticComponent, Suspense, useState } from 'react'

/** The HTML of parts that the server rendered, once seen, for as long as the page lives. */
const htmlByName = new Map<string, string>()

function readHtml(name: string): string | undefined {
	const held = htmlByName.get(name)
	if (held !== undefined) return held
	const html = document.getElementById(name)?.innerHTML
	if (html) htmlByName.set(name, html)
	return html
}

interface KeptProps {
	/** The id of the element that holds the parts. */
	readonly name: string
	readonly Parts: LazyExoticComponent<ComponentType>
}

/**
 * Parts that only show something. Their HTML comes with the page and is kept as it is: no code of theirs is loaded or run,
 * unless the shopper arrives from another screen and there is no HTML yet.
 */
export function Kept({ name, Parts }: KeptProps) {
	const [html] = useState(() => (import.meta.env.SSR ? undefined : readHtml(name)))
	// biome-ignore lint/security/noDangerouslySetInnerHtml: it is the server's own rendering of the same parts
	if (html) return <div id={name} dangerouslySetInnerHTML={{ __html: html }} />
	return (
		<div id={name}>
			<Suspense fallback={null}>
				<Parts />
			</Suspense>
		</div>
	)
}
