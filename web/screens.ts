import { type ComponentType, lazy } from 'react'
import { loadAssurances, loadExplanations, loadGhost } from '#web/home/home-parts.ts'
import { isAt } from '#web/site/heads.ts'

type Load = () => Promise<{ default: ComponentType }>

/** A screen whose code is a file of its own. */
const lazyScreen = (path: string, load: Load) => ({ path, load, Screen: lazy(load) })

/** The site map: every screen but Home. Their code is fetched when a link to them is about to be used. */
export const screens = [
	lazyScreen('/login', () => import('#web/accounts/login-screen.tsx')),
	lazyScreen('/register', () => import('#web/accounts/register-screen.tsx')),
	lazyScreen('/forgot-password', () => import('#web/accounts/forgot-password-screen.tsx')),
	lazyScreen('/reset-password/:uid/:token', () => import('#web/accounts/reset-password-screen.tsx')),
	lazyScreen('/carrito', () => import('#web/cart/cart-screen.tsx')),
	lazyScreen('/pago', () => import('#web/orders/checkout-screen.tsx')),
	lazyScreen('/checkout-transferencia', () => import('#web/orders/transfer-screen.tsx')),
	lazyScreen('/checkout-success', () => import('#web/orders/success-screen.tsx')),
	lazyScreen('/orden/:token', () => import('#web/orders/tracking-screen.tsx')),
	lazyScreen('/politicas', () => import('#web/legal/policies-screen.tsx')),
	lazyScreen('/perfil', () => import('#web/accounts/profile-screen.tsx')),
] as const

type AnyLoad = () => Promise<unknown>

function loadsOf(path: string): readonly AnyLoad[] {
	const place = path.replace(/[?#].*$/, '')
	// On Home itself these parts are there already, as HTML.
	if (place === '/') return window.location.pathname === '/' ? [] : [loadGhost, loadExplanations, loadAssurances]
	return screens.filter((screen) => isAt(screen.path, place)).map(({ load }) => load)
}

/** Fetches the code of the screen at a path ahead of its use. A failure is told when the screen is really opened. */
export function preloadScreen(path: string): void {
	for (const load of loadsOf(path)) load().catch(() => undefined)
}
