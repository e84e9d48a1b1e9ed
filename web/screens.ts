import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router'

type Load = () => Promise<{ default: ComponentType }>

/** A screen whose code is a file of its own. */
const lazyScreen = (path: string, load: Load) => ({ path, load, Screen: lazy(load) })

/** Every screen but Home. Their code is fetched when a link to them is about to be used. */
export const screens = [
	lazyScreen('/login', () => import('#web/accounts/login.tsx')),
	lazyScreen('/register', () => import('#web/accounts/register.tsx')),
	lazyScreen('/forgot-password', () => import('#web/accounts/forgot-password.tsx')),
	lazyScreen('/reset-password/:uid/:token', () => import('#web/accounts/reset-password.tsx')),
	lazyScreen('/carrito', () => import('#web/cart/cart-screen.tsx')),
	lazyScreen('/pago', () => import('#web/orders/checkout.tsx')),
	lazyScreen('/checkout-transferencia', () => import('#web/orders/transfer.tsx')),
	lazyScreen('/checkout-success', () => import('#web/orders/success.tsx')),
	lazyScreen('/perfil', () => import('#web/accounts/profile.tsx')),
] as const

const screenAt = (path: string) => screens.find((screen) => matchPath(screen.path, path.replace(/[?#].*$/, '')))

/** Fetches the code of the screen at a path ahead of its use. A failure is told when the screen is really opened. */
export function preloadScreen(path: string): void {
	screenAt(path)
		?.load()
		.catch(() => undefined)
}
