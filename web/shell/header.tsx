import { useLocation } from 'react-router'
import { CartDropdown } from '#web/cart/cart-dropdown.tsx'
import { useLogOut } from '#web/session/log-out.ts'
import { useSession } from '#web/session/session.ts'
import { Menu, menuId } from '#web/shell/menu.tsx'
import { Ring } from '#web/shell/ring.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'

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
