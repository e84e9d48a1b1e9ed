import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Notices } from '#core/web/ui/notices.tsx'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { useArrival } from '#shop/web/shell/arrival.ts'
import { useReloadAfterChunkError } from '#shop/web/shell/chunk-errors.ts'
import { Footer } from '#shop/web/shell/footer.tsx'
import { Header } from '#shop/web/shell/header.tsx'
import { usePaidElsewhere } from '#shop/web/shell/paid-elsewhere.ts'

/** The owner's announcement above Home. */
function Announcement() {
	const { anuncio } = usePageData()
	const { pathname } = useLocation()
	return anuncio !== undefined && pathname === '/' ? <p className="announcement">{anuncio}</p> : null
}

/** Layout of every screen: skip link, bar, content, footer, and messages. */
export function Shell({ children }: { children: ReactNode }) {
	useArrival()
	usePaidElsewhere()
	useReloadAfterChunkError()
	return (
		<>
			<a href="#contenido" className="skip">
				Saltar al contenido
			</a>
			<Announcement />
			<Header />
			<main id="contenido" tabIndex={-1}>
				{children}
			</main>
			<Footer />
			<Notices />
		</>
	)
}
