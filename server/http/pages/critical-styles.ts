/** One rule or statement of a stylesheet: `body` is undefined for a statement such as `@layer a, b;`. */
interface Rule {
	readonly prelude: string
	readonly body: string | undefined
}

/** The place just after the block that opens at `open`, minding strings. */
function endOfBlock(css: string, open: number): number {
	let depth = 0
	for (let at = open; at < css.length; at += 1) {
		const sign = css[at]
		if (sign === '"' || sign === "'") {
			at = css.indexOf(sign, at + 1)
			if (at < 0) break
		} else if (sign === '{') depth += 1
		else if (sign === '}') {
			depth -= 1
			if (depth === 0) return at + 1
		}
	}
	throw new Error('a block of the stylesheet does not end')
}

/** Takes a minified stylesheet (no comments) apart into its outermost rules. */
function rulesOf(css: string): Rule[] {
	const rules: Rule[] = []
	let at = 0
	while (at < css.length) {
		const found = css.slice(at).search(/[{;]/)
		if (found < 0) break
		const stop = at + found
		if (css[stop] === ';') {
			rules.push({ prelude: css.slice(at, stop).trim(), body: undefined })
			at = stop + 1
		} else {
			const end = endOfBlock(css, stop)
			rules.push({ prelude: css.slice(at, stop).trim(), body: css.slice(stop + 1, end - 1) })
			at = end
		}
	}
	return rules
}

/** Splits a selector list at its outer commas. */
const selectorsOf = (prelude: string): string[] => prelude.split(/,(?![^(]*\))/)

const isGroup = (prelude: string) => /^@(layer|media|supports|container)\b/.test(prelude)

/** What answers to a pointer, is closed until it is opened, or stands in for pictures below the first view. */
const canWait = (prelude: string) =>
	/^\.(picture-|(panel|menu|menu-item|cart-panel|notices?)\b)|:popover-open|:hover|:active\b|\(hover:|::-webkit-|::file-selector|::placeholder/.test(
		prelude,
	)

/** The family of each font whose letters have to be fetched. */
const webFont = /@font-face\{font-family:"?([^;"}]+)"?;[^}]*url\(/g

/** The web fonts' files can wait too: until they are here, letters stand in for them that have their proportions. */
const isWebFont = (prelude: string, body: string) => prelude === '@font-face' && body.includes('url(')

/** What a browser that cannot mix colours would skip anyway: the plain colour stands before it. */
const isMixing = (prelude: string) => prelude.startsWith('@supports (color:color-mix(')

/** The declarations that can be seen before anything has happened on the page. */
const seenAtOnce = (body: string) =>
	body
		.split(/;(?![^(]*\))/)
		.filter((declaration) => !/^(transition|animation|cursor)\b/.test(declaration))
		.join(';')

/** The names of elements, classes and ids (these with their sign) that a selector asks for, outside of its functions. */
function namesIn(selector: string): string[] {
	const plain = selector.replace(/(?<!\\)\[[^\]]*\]|(?<!\\):[\w-]+(\((?:[^()]|\([^()]*\))*\))?/g, '')
	return [...plain.matchAll(/(?<![\w\\.#-])[a-z][a-z\d-]*|[.#](?:\\.|[\w-])+/g)].map(([name]) =>
		name.replace(/\\(.)/g, '$1'),
	)
}

/** Every element's name in a page, every word of its class attributes, with a dot, and every id, with a hash. */
export function namesOf(html: string): Set<string> {
	const names = new Set(['html', 'body', ...[...html.matchAll(/<([a-z][a-z\d-]*)/g)].map(([, tag = '']) => tag)])
	for (const [, classes = ''] of html.matchAll(/\sclass="([^"]*)"/g)) {
		for (const name of classes.split(/\s+/)) names.add(`.${name}`)
	}
	for (const [, id = ''] of html.matchAll(/\sid="([^"]*)"/g)) names.add(`#${id}`)
	return names
}

/** Keeps the rules that can apply where these names are; recursively. */
function stylesFor(css: string, names: ReadonlySet<string>): string {
	const canApply = (selector: string) => !canWait(selector) && namesIn(selector).every((name) => names.has(name))
	let kept = ''
	for (const { prelude, body } of rulesOf(css)) {
		if (body === undefined) kept += `${prelude};`
		else if (isGroup(prelude)) {
			const inner = canWait(prelude) ? '' : stylesFor(body, names)
			if (isMixing(prelude)) kept += inner
			// An empty layer still says where it stands among the others.
			else if (inner !== '' || prelude.startsWith('@layer')) kept += `${prelude}{${inner}}`
		} else if (prelude.startsWith('@')) kept += isWebFont(prelude, body) ? '' : `${prelude}{${body}}`
		else {
			const selectors = selectorsOf(prelude).filter(canApply)
			const declarations = seenAtOnce(body)
			if (selectors.length > 0 && declarations) kept += `${selectors.join(',')}{${declarations}}`
		}
	}
	return kept
}

/** A registered property or an animation, with the name that rules use it by. */
const definition = /@(?:property|keyframes) ([\w-]+)\{(?:[^{}]|\{[^{}]*\})*\}/g

/** The part of a minified stylesheet that the first paint of a page with these names needs, its order and layers kept. */
export function criticalStyles(css: string, names: ReadonlySet<string>): string {
	let kept = stylesFor(css, names)
	// Who asks for letters that are not there yet has every one of their weights looked for on the machine.
	for (const [, name] of css.matchAll(webFont)) kept = kept.replaceAll(`"${name}", `, '')
	const rules = kept.replace(definition, '')
	return kept.replace(definition, (whole, name: string) => (rules.includes(name) ? whole : ''))
}
