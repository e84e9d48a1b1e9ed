import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#core/web/session/api.ts'
import { useLogOut } from '#core/web/session/log-out.ts'
import { IconButton, ScreenLink } from '#core/web/ui/buttons.tsx'
import { Notices } from '#core/web/ui/notices.tsx'
import { Icon, Ring } from '#core/web/ui/parts.tsx'
import { CartDropdown } from '#modules/cart/web/cart-panel.tsx'
import { addressOf, colorOf } from '#modules/catalog/colors.ts'
import { useColors, usePageData } from '#modules/catalog/web/catalog.tsx'
import { useArrival, usePaidElsewhere } from '#shop/web/shell/arrival.ts'

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

/** The top bar: over the hero on Home, opaque elsewhere. */
function Header() {
	const isOpen = useSession() === 'open'
	const { pathname } = useLocation()
	const logOut = useLogOut()
	return (
		<header className={pathname === '/' ? 'bar bar-over' : 'bar'}>
			<IconButton icon="menu" label="Menú" popoverTarget={menuId} aria-haspopup="true" />
			<ScreenLink to="/" className="wordmark">
				<Ring />
				<span className="wordmark-name">Premium Shaker</span>
			</ScreenLink>
			<div className="bar-actions">
				{isOpen && <IconButton icon="logout" label="Cerrar sesión" className="bar-log-out" onClick={logOut} />}
				<ScreenLink to={isOpen ? '/perfil' : '/login'} className="icon-button">
					<Icon name="user" />
					<span className="visually-hidden">{isOpen ? 'Perfil' : 'Iniciar sesión'}</span>
				</ScreenLink>
				<CartDropdown />
			</div>
			<Menu isOpen={isOpen} onLogOut={logOut} />
		</header>
	)
}

const menuId = 'menu'

const whenOpen = [
	['/perfil', 'Perfil'],
	['/carrito', 'Carrito'],
] as const
const whenClosed = [
	['/', 'Inicio'],
	['/login', 'Iniciar sesión'],
	['/carrito', 'Ver carrito'],
] as const

/** The popover menu. The browser handles Escape, outside clicks and the returned focus. */
function Menu({ isOpen, onLogOut }: { isOpen: boolean; onLogOut: () => void }) {
	const box = useRef<HTMLElement>(null)
	const { key } = useLocation()
	// biome-ignore lint/correctness/useExhaustiveDependencies: every arrival somewhere closes the menu
	useEffect(() => box.current?.hidePopover(), [key])
	const close = () => box.current?.hidePopover()
	return (
		<nav ref={box} id={menuId} popover="auto" className="panel menu" aria-label="Menú">
			<IconButton icon="close" label="Cerrar menú" popoverTarget={menuId} popoverTargetAction="hide" />
			<ul>
				{(isOpen ? whenOpen : whenClosed).map(([to, text]) => (
					<li key={to}>
						<ScreenLink to={to} className="menu-item" onClick={close}>
							{text}
						</ScreenLink>
					</li>
				))}
				{isOpen && (
					<li>
						<button
							type="button"
							className="menu-item"
							onClick={() => {
								close()
								onLogOut()
							}}
						>
							Cerrar sesión
						</button>
					</li>
				)}
			</ul>
		</nav>
	)
}

/** Year in Chile, which ends three hours later than in UTC. */
const year = () => new Date(Date.now() - 3 * 3_600_000).getUTCFullYear()

/** Current URL of Home, so the footer links keep the selected colour. */
function useHomeHere(): string {
	const { pathname, search } = useLocation()
	const colors = useColors()
	return pathname === '/' ? addressOf(colorOf(new URLSearchParams(search), colors)) : '/'
}

/** Seller, and links to policies, contact and questions. */
function Footer() {
	const { tienda, demo } = usePageData()
	const home = useHomeHere()
	return (
		<footer id="pie" className="foot">
			{demo && (
				<p className="foot-demo">Esta tienda es una demostración: nada de lo que pidas se cobra ni se despacha.</p>
			)}
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
