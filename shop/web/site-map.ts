import { matchPath } from 'react-router'

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
 * Every screen but Home: path, source file (`modules/<module>.tsx`) and head. Routes of browser (screens.ts) and server
 * (shop/server/pages/pages.ts) derive from it.
 */
export const siteMap = [
	{
		path: '/login',
		module: 'accounts/web/login-screen',
		head: head('Iniciar Sesión', 'Entra a tu cuenta de Premium Shaker.'),
	},
	{
		path: '/register',
		module: 'accounts/web/register-screen',
		head: head('Registrarse', 'Crea tu cuenta de Premium Shaker.'),
	},
	{
		path: '/forgot-password',
		module: 'accounts/web/forgot-password-screen',
		head: head('Recuperar contraseña', 'Te enviamos un enlace para crear una contraseña nueva.'),
	},
	{
		path: '/reset-password/:uid/:token',
		module: 'accounts/web/reset-password-screen',
		head: head('Crea una nueva contraseña', 'Crea una nueva contraseña para tu cuenta.'),
	},
	{
		path: '/confirmar-correo/:token',
		module: 'accounts/web/confirm-address-screen',
		head: head('Confirma tu correo', 'Confirma que tu correo te llega.'),
	},
	{
		path: '/carrito',
		module: 'cart/web/cart-screen',
		head: head('Carrito', 'Revisa los productos de tu carrito.'),
	},
	{
		path: '/pago',
		module: 'checkout/web/checkout-screen',
		head: head('Pago', 'Elige entrega y medio de pago y confirma tu pedido.'),
	},
	{
		path: '/checkout-transferencia',
		module: 'payments/web/transfer-screen',
		head: head('Transferencia', 'Datos para transferir y envío del comprobante.'),
	},
	{
		path: '/checkout-success',
		module: 'checkout/web/success-screen',
		head: head('Tu orden', 'El estado de tu orden.'),
	},
	{
		path: '/orden/:token',
		module: 'orders/web/tracking-screen',
		head: head('Tu pedido', 'Cómo va tu pedido.'),
	},
	{
		path: '/politicas',
		module: 'legal/web/policies-screen',
		head: head('Términos y políticas', 'Compra, despacho, retracto, garantía y privacidad.'),
	},
	{
		path: '/perfil',
		module: 'accounts/web/profile-screen',
		head: head('Perfil', 'Tus datos y tus órdenes.'),
	},
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
