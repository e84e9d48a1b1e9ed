import { lazy, Suspense, useState } from 'react'
import type { Color } from '#modules/catalog/colors.ts'
import { usePageData } from '#modules/catalog/web/catalog.tsx'

const AskDialog = lazy(() => import('#modules/back-in-stock/web/ask-dialog.tsx'))

/** Opens the form of a notice, whose code is loaded at the press. */
export function AskNotice({ color, isNamed = false }: { color: Color; isNamed?: boolean }) {
	const [isOpen, setOpen] = useState(false)
	if (!usePageData().avisar_stock) return null
	return (
		<>
			<button type="button" className={isNamed ? 'link' : 'button notice-button'} onClick={() => setOpen(true)}>
				{`Avísame cuando llegue${isNamed ? ` ${color}` : ''}`}
			</button>
			{isOpen && (
				<Suspense>
					<AskDialog color={color} onClose={() => setOpen(false)} />
				</Suspense>
			)}
		</>
	)
}
