import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router'

type Load = () => Promise<{ default: ComponentType }>

/** A screen whose code is a file of its own: `module` is its key in the build's manifest. */
const lazyScreen = (path: string, module: string, load: Load) => ({ path, module, load, Screen: lazy(load) })

/** Every screen but Home. Their code is fetched when a link to them is about to be used. */
export const screens = [
	lazyScreen('/login', 'web/accounts/login.tsx', () => import('#web/accounts/login.tsx')),
	lazyScreen('/register', 'web/accounts/register.tsx', () => import('#web/accounts/register.tsx')),
	lazyScreen('/forgot-password', 'web/accounts/forgot-password.tsx', () => import('#web/accounts/forgot-password.tsx')),
	lazyScreen(
		'/reset-password/:uid/:token',
		'web/accounts/reset-password.tsx',
		() => import('#web/accounts/reset-password.tsx'),
	),
	lazyScreen('/carrito', 'web/cart/cart-screen.tsx', () => import('#web/cart/cart-screen.tsx')),
	lazyScreen('/pago', 'web/orders/checkout.tsx', () => import('#web/orders/checkout.tsx')),
	lazyScreen('/checkout-transferencia', 'web/orders/transfer.tsx', () => import('#web/orders/transfer.tsx')),
	lazyScreen('/checkout-success', 'web/orders/success.tsx', () => import('#web/orders/success.tsx')),
	lazyScreen('/perfil', 'web/accounts/profile.tsx', () => import('#web/accounts/profile.tsx')),
] as const

const screenAt = (path: string) => screens.find((screen) => matchPath(screen.path, path.replace(/[?#].*$/, '')))

/** Fetches the code of the screen at a path ahead of its use. A failure is told when the screen is really opened. */
export function preloadScreen(path: string): void {
	screenAt(path)
		?.load()
		.catch(() => undefined)
}

/** The manifest keys of the code that the screen at a path needs besides the entry. */
export function modulesOf(path: string): readonly string[] {
	const screen = screenAt(path)
	return screen ? [screen.module] : []
}
