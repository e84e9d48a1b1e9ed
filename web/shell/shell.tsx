import type { ReactNode } from 'react'
import { Notices } from '#web/ui/notices.tsx'

/** What every screen stands in. */
export function Shell({ children }: { children: ReactNode }) {
	return (
		<>
			<main id="contenido" tabIndex={-1}>
				{children}
			</main>
			<Notices />
		</>
	)
}
