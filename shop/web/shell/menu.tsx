import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '#core/web/ui/icon.tsx'
import { ScreenLink } from '#core/web/ui/screen-link.tsx'

export const menuId = 'menu'

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
export function Menu({ isOpen, onLogOut }: { isOpen: boolean; onLogOut: () => void }) {
	const box = useRef<HTMLElement>(null)
	const { key } = useLocation()
	// biome-ignore lint/correctness/useExhaustiveDependencies: every arrival somewhere closes the menu
	useEffect(() => box.current?.hidePopover(), [key])
	const close = () => box.current?.hidePopover()
	return (
		<nav ref={box} id={menuId} popover="auto" className="panel menu" aria-label="Menú">
			<button type="button" className="icon-button" popoverTarget={menuId} popoverTargetAction="hide">
				<Icon name="close" />
				<span className="visually-hidden">Cerrar menú</span>
			</button>
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
