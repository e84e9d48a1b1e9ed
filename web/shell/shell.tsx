import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { usePageData } from '#web/catalog/page-data.tsx'
import { useArrival } from '#web/shell/arrival.ts'
import { useReloadAfterChunkError } from '#web/shell/chunk-errors.ts'
import { Footer } from '#web/shell/footer.tsx'
import { Header } from '#web/shell/header.tsx'
import { usePaidElsewhere } from '#web/shell/paid-elsewhere.ts'
import { Notices } from '#web/ui/notices.tsx'

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
