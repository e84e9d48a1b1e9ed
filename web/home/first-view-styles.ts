import { type Declaration, type Selector, type SelectorComponent, transform } from 'lightningcss'

/** Every element's name in a page, every word of its class attributes, with a dot, and every id, with a hash. */
export function namesOf(html: string): Set<string> {
	const names = new Set(['html', 'body', ...[...html.matchAll(/<([a-z][a-z\d-]*)/g)].map(([, tag = '']) => tag)])
	for (const [, classes = ''] of html.matchAll(/\sclass="([^"]*)"/g)) {
		for (const name of classes.split(/\s+/)) names.add(`.${name}`)
	}
	for (const [, id = ''] of html.matchAll(/\sid="([^"]*)"/g)) names.add(`#${id}`)
	return names
}

/** What is closed until somebody opens it (menu, cart, messages), and what stands in for pictures further down. */
const isForLater = (name: string) => /^(picture-|(panel|menu|menu-item|cart-panel|notices?)\b)/.test(name)

/** Whether an element of the page can answer to this part of a selector before anything has happened there. */
function canApply(part: SelectorComponent, names: ReadonlySet<string>): boolean {
	switch (part.type) {
		case 'type':
			return names.has(part.name)
		case 'class':
			return names.has(`.${part.name}`) && !isForLater(part.name)
		case 'id':
			return names.has(`#${part.name}`)
		case 'pseudo-class':
			return !['hover', 'active', 'popover-open'].includes(part.kind)
		case 'pseudo-element':
			// Those that browsers draw inside of fields.
			return !['custom', 'file-selector-button', 'placeholder'].includes(part.kind)
		default:
			return true
	}
}

/** The oldest browsers that the stylesheet is written for (`cssTarget` in vite.config.ts), each by its version's bytes. */
const targets = { chrome: 111 << 16, safari: (16 << 16) | (4 << 8), firefox: 128 << 16 }

const nameOf = (declaration: Declaration) =>
	declaration.property === 'unparsed' ? declaration.value.propertyId.property : declaration.property

/**
 * The part of a stylesheet that the first paint of a page with these names needs: none that answers to a pointer, nothing that
 * moves, no letters that have to be fetched. What stays keeps its order and its layers, so that the whole stylesheet may follow
 * later without changing anything that was painted.
 */
export function firstViewStyles(css: string, names: ReadonlySet<string>): string {
	const fetchedFonts: string[] = []
	const { code } = transform({
		filename: 'styles.css',
		code: Buffer.from(css),
		minify: true,
		targets,
		visitor: {
			Selector: (selector: Selector) => (selector.every((part) => canApply(part, names)) ? undefined : []),
			Declaration: (declaration) => (/^(transition|animation|cursor)/.test(nameOf(declaration)) ? [] : undefined),
			Rule: {
				media: (rule) => (JSON.stringify(rule.value.query).includes('"name":"hover"') ? [] : undefined),
				keyframes: () => [],
				property: () => [],
				'layer-block': ({ value: { name, loc } }) => {
					// Tailwind's, for browsers that know no `@property`: it only says where it stands.
					return name?.[0] === 'properties' ? { type: 'layer-statement', value: { names: [name], loc } } : undefined
				},
				'font-face': ({ value: { properties } }) => {
					const isFetched = properties.some(
						(one) => one.type === 'source' && one.value.some((source) => source.type === 'url'),
					)
					if (!isFetched) return undefined
					for (const one of properties) if (one.type === 'font-family') fetchedFonts.push(one.value)
					return []
				},
			},
		},
	})
	// Who asks for letters that are not there yet has every one of their weights looked for on the machine.
	return fetchedFonts.reduce((styles, name) => styles.replaceAll(`"${name}",`, ''), code.toString())
}
