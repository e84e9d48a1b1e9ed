import type { ReactNode } from 'react'
import { type SectionName, sections } from '#core/web/panel/panel-address.ts'

/** One section of the panel. Its hidden heading accepts focus from scripts. */
export function PanelSection({ name, children }: { name: SectionName; children: ReactNode }) {
	const id = `panel-${name}`
	return (
		<section aria-labelledby={id}>
			<h3 id={id} className="visually-hidden" tabIndex={-1}>
				{sections.find((section) => section.name === name)?.label}
			</h3>
			{children}
		</section>
	)
}
