import { foldWords } from './fold-text.ts'
import type { Hit } from './search-places.ts'

/** First words of names that repeat the name of a better known street, folded. */
const lesserKinds: readonly string[] = ['pasaje', 'cerro']
const mostLesser = 1

/**
 * Returns the suggestions for a typed text from its hits, best first. Behind the street of the text, passages and hills of
 * other comunas are last, and only one is left. A text that names a passage or hill keeps the order of its hits.
 */
export function orderSuggestions<One extends Pick<Hit, 'name' | 'comuna' | 'isExact'>>(
	text: string,
	hits: readonly One[],
	limit: number,
): readonly One[] {
	const typed = foldWords(text)
	const isLesser = ({ name }: One) => {
		const [kind = ''] = foldWords(name)
		return lesserKinds.includes(kind) && !typed.includes(kind)
	}
	const [first] = hits
	if (!first?.isExact || isLesser(first)) return hits.slice(0, limit)
	const isBehind = (hit: One) => hit.comuna !== first.comuna && isLesser(hit)
	const lesser = hits.filter(isBehind).slice(0, mostLesser)
	const others = hits.filter((hit) => !isBehind(hit)).slice(0, limit - lesser.length)
	return [...others, ...lesser]
}
