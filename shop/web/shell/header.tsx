import { useLocation } from 'react-router'
import { useLogOut } from '#core/web/session/log-out.ts'
import { useSession } from '#core/web/session/session.ts'
import { Icon } from '#core/web/ui/icon.tsx'
import { Ring } from '#core/web/ui/ring.tsx'
import { ScreenLink } from '#core/web/ui/screen-link.tsx'
import { CartDropdown } from '#modules/cart/web/cart-panel.tsx'
import { Menu, menuId } from '#shop/web/shell/menu.tsx'

/** The top bar: over the hero on Home, opaque elsewhere. */
export function Header() {
	const isOpen = useSession() === 'open'
	const { pathname } = useLocation()
	const logOut = useLogOut()
	return (
		<header className={pathname === '/' ? 'bar bar-over' : 'bar'}>
			<button type="button" className="icon-button" popoverTarget={menuId} aria-haspopup="true">
				<Icon name="menu" />
				<span className="visually-hidden">Menú</span>
			</button>
			<ScreenLink to="/" className="wordmark">
				<Ring />
				<span className="wordmark-name">Premium Shaker</span>
			</ScreenLink>
			<div className="bar-actions">
				{isOpen && (
					<button type="button" className="icon-button bar-log-out" onClick={logOut}>
						<Icon name="logout" />
						<span className="visually-hidden">Cerrar sesión</span>
					</button>
				)}
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
