/** Counts under this name what has no fit name of its own. */
export const otherSource = 'otro'

/** At most this many sources a day are counted by their names. */
export const maxSources = 50

/** The source that an untrusted `utm_source` is counted under; '' without any. */
export function sourceOf(text: string | null | undefined): string {
	const source = (text ?? '').trim().toLowerCase()
	return /^[a-z0-9._-]{0,40}$/.test(source) ? source : otherSource
}
