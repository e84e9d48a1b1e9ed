import { matchPath } from 'react-router'
import { moduleScreens } from '#modules/lists/web/screens.ts'

/** Title, description and indexing of a screen. */
export interface Head {
	readonly title: string
	readonly description: string
	/** Only Home is indexed. */
	readonly isIndexed: boolean
}

const brand = 'Premium Shaker'

const home: Head = {
	title: `${brand} Electric 650 ML · Shaker eléctrico recargable por USB`,
	description:
		'Shaker eléctrico de 650 ml en blanco, celeste, negro y rosado. Vaso de Tritan libre de BPA, carga USB y despacho en Santiago.',
	isIndexed: true,
}

const head = (title: string, description: string): Head => ({
	title: `${title} · ${brand}`,
	description,
	isIndexed: false,
})

const notFound = head('Página no encontrada', 'Esta página no existe.')

/**
 * Every screen but Home: path, source file and head. Routes of browser (app.tsx) and server
 * (shop/server/pages/pages.ts) derive from it.
 */
export const siteMap = [
	{
		path: '/login',
		module: 'modules/accounts/web/login-screen.tsx',
		head: head('Iniciar Sesión', 'Entra a tu cuenta de Premium Shaker.'),
	},
	{
		path: '/register',
		module: 'modules/accounts/web/register-screen.tsx',
		head: head('Registrarse', 'Crea tu cuenta de Premium Shaker.'),
	},
	{
		path: '/forgot-password',
		module: 'modules/accounts/web/forgot-password-screen.tsx',
		head: head('Recuperar contraseña', 'Te enviamos un enlace para crear una contraseña nueva.'),
	},
	{
		path: '/reset-password/:uid/:token',
		module: 'modules/accounts/web/reset-password-screen.tsx',
		head: head('Crea una nueva contraseña', 'Crea una nueva contraseña para tu cuenta.'),
	},
	{
		path: '/confirmar-correo/:token',
		module: 'modules/accounts/web/confirm-address-screen.tsx',
		head: head('Confirma tu correo', 'Confirma que tu correo te llega.'),
	},
	{
		path: '/carrito',
		module: 'modules/cart/web/cart-screen.tsx',
		head: head('Carrito', 'Revisa los productos de tu carrito.'),
	},
	{
		path: '/pago',
		module: 'modules/checkout/web/checkout-screen.tsx',
		head: head('Pago', 'Elige entrega y medio de pago y confirma tu pedido.'),
	},
	{
		path: '/checkout-transferencia',
		module: 'modules/checkout/web/transfer-screen.tsx',
		head: head('Transferencia', 'Datos para transferir y envío del comprobante.'),
	},
	{
		path: '/checkout-success',
		module: 'modules/checkout/web/success-screen.tsx',
		head: head('Tu orden', 'El estado de tu orden.'),
	},
	{
		path: '/orden/:token',
		module: 'modules/orders/web/tracking-screen.tsx',
		head: head('Tu pedido', 'Cómo va tu pedido.'),
	},
	{
		path: '/politicas',
		module: 'modules/legal/web/policies-screen.tsx',
		head: head('Términos y políticas', 'Compra, despacho, retracto, garantía y privacidad.'),
	},
	{
		path: '/perfil',
		module: 'modules/accounts/web/profile-screen.tsx',
		head: head('Perfil', 'Tus datos y tus órdenes.'),
	},
	...moduleScreens.map(({ title, ...screen }) => ({ ...screen, head: head(title, `${title}.`) })),
] as const

/** Returns whether a path matches a screen's pattern, case-sensitively like the server's routes. */
export function isAt(pattern: string, path: string): boolean {
	return matchPath({ path: pattern, caseSensitive: true }, path) !== null
}

const screenAt = (path: string) => siteMap.find((screen) => isAt(screen.path, path))

/** Returns the head of the screen at a path, or the 404's. */
export function headOf(path: string): Head {
	return isAt('/', path) ? home : (screenAt(path)?.head ?? notFound)
}

/** Returns whether a path is a screen. */
export function isScreen(path: string): boolean {
	return isAt('/', path) || screenAt(path) !== undefined
}
