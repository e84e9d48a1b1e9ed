import { createContext, type ReactNode, use } from 'react'

/** The name and label of the section that the panel shows. */
export const ShownSection = createContext({ name: '', label: '' })

/** One section of the panel. Its hidden heading accepts focus from scripts. */
export function PanelSection({ children }: { children: ReactNode }) {
	const { name, label } = use(ShownSection)
	const id = `panel-${name}`
	return (
		<section aria-labelledby={id}>
			<h3 id={id} className="visually-hidden" tabIndex={-1}>
				{label}
			</h3>
			{children}
		</section>
	)
}
