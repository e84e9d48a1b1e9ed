import { useLocation } from 'react-router'
import { Ring } from '#core/web/ui/ring.tsx'
import { ScreenLink } from '#core/web/ui/screen-link.tsx'
import { addressOf, colorOf } from '#modules/catalog/colors.ts'
import { useColors, usePageData } from '#modules/catalog/web/catalog.tsx'

/** Year in Chile, which ends three hours later than in UTC. */
const year = () => new Date(Date.now() - 3 * 3_600_000).getUTCFullYear()

/** Current URL of Home, so the footer links keep the selected colour. */
function useHomeHere(): string {
	const { pathname, search } = useLocation()
	const colors = useColors()
	return pathname === '/' ? addressOf(colorOf(new URLSearchParams(search), colors)) : '/'
}

/** Seller, and links to policies, contact and questions. */
export function Footer() {
	const { tienda } = usePageData()
	const home = useHomeHere()
	return (
		<footer id="pie" className="foot">
			<nav aria-label="Información de la tienda" className="foot-links">
				<ScreenLink to={`${home}#politicas`}>Políticas</ScreenLink>
				<ScreenLink to={`${home}#contacto`}>Contacto</ScreenLink>
				<ScreenLink to={`${home}#preguntas-frecuentes`}>Preguntas frecuentes</ScreenLink>
			</nav>
			<p className="foot-seller">{`${tienda.razon_social} · RUT ${tienda.rut} · ${tienda.direccion}`}</p>
			<p className="foot-mark">
				<Ring />
				<span suppressHydrationWarning>{`© ${year()} Premium Shaker`}</span>
			</p>
		</footer>
	)
}
