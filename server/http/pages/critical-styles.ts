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

const classesIn = (selector: string): string[] =>
	[...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replace(/\\(.)/g, '$1'))

/** Splits a selector list at its outer commas. */
const selectorsOf = (prelude: string): string[] => prelude.split(/,(?![^(]*\))/)

const isGroup = (prelude: string) => /^@(layer|media|supports|container)\b/.test(prelude)

/** Every word of every class attribute in a page. */
export function classNamesOf(html: string): Set<string> {
	return new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)))
}

/**
 * The part of a minified stylesheet that can apply to a page with these class names. What stays keeps its order and its
 * layers, so that the whole stylesheet may follow later without changing anything that was painted.
 */
export function criticalStyles(css: string, names: ReadonlySet<string>): string {
	let kept = ''
	for (const { prelude, body } of rulesOf(css)) {
		if (body === undefined) kept += `${prelude};`
		else if (isGroup(prelude)) {
			const inner = criticalStyles(body, names)
			// An empty layer still says where it stands among the others.
			if (inner !== '' || prelude.startsWith('@layer')) kept += `${prelude}{${inner}}`
		} else if (prelude.startsWith('@')) kept += `${prelude}{${body}}`
		else if (selectorsOf(prelude).some((selector) => classesIn(selector).every((name) => names.has(name)))) {
			kept += `${prelude}{${body}}`
		}
	}
	return kept
}
