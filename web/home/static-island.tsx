import {
	Component,
	type ComponentType,
	type LazyExoticComponent,
	lazy,
	type ReactNode,
	Suspense,
	useState,
} from 'react'

/** The HTML of parts that the server rendered, once seen, for as long as the page lives. */
const htmlByName = new Map<string, string>()

function readHtml(name: string): string | undefined {
	const held = htmlByName.get(name)
	if (held !== undefined) return held
	const html = document.getElementById(name)?.innerHTML
	if (html) htmlByName.set(name, html)
	return html
}

type Load = () => Promise<{ default: ComponentType }>

const partsByName = new Map<string, LazyExoticComponent<ComponentType>>()

function partsOf(name: string, load: Load): LazyExoticComponent<ComponentType> {
	const parts = partsByName.get(name) ?? lazy(load)
	partsByName.set(name, parts)
	return parts
}

/** Shows nothing in place of parts that failed, since the screen sells without them (chunk-errors.ts asks for them again). */
class OrNothing extends Component<{ readonly name: string; readonly children: ReactNode }, { hasFailed: boolean }> {
	override state = { hasFailed: false }

	static getDerivedStateFromError() {
		return { hasFailed: true }
	}

	override componentDidCatch(error: Error) {
		console.error('a part of the page failed', this.props.name, error)
	}

	override render() {
		return this.state.hasFailed ? null : this.props.children
	}
}

interface StaticIslandProps {
	/** The id of the element that holds the parts. */
	readonly name: string
	readonly load: Load
}

/**
 * Parts that only show something. Their HTML comes with the page and is kept as it is: no code of theirs is loaded or run,
 * unless the shopper arrives from another screen and there is no HTML yet.
 */
export function StaticIsland({ name, load }: StaticIslandProps) {
	const [html] = useState(() => (import.meta.env.SSR ? undefined : readHtml(name)))
	const [Parts] = useState(() => partsOf(name, load))
	// biome-ignore lint/security/noDangerouslySetInnerHtml: it is the server's own rendering of the same parts
	if (html) return <div id={name} dangerouslySetInnerHTML={{ __html: html }} />
	return (
		<div id={name}>
			<OrNothing name={name}>
				<Suspense fallback={null}>
					<Parts />
				</Suspense>
			</OrNothing>
		</div>
	)
}
