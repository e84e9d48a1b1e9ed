import type { ReactNode } from 'react'

/** A cell of two lines; a text becomes small print. */
export const twoLines = (first: ReactNode, second: ReactNode) => (
	<>
		{first}
		{typeof second === 'string' ? <span className="staff-sub">{second}</span> : second}
	</>
)

/** Small print that is cut where its column ends; `title` has the whole text. */
export function Clipped({ text, title = text }: { text: string | null; title?: string | null }) {
	return (
		<span className="staff-sub staff-clip one-line" title={title ?? undefined}>
			{text}
		</span>
	)
}
