import { matchPath } from 'react-router'

/** What the browser's tab, a search engine and a shared link say of a screen. */
export interface Head {
	readonly title: string
	readonly description: string
	/** Only Home is for search engines; the others are private or of no use to them. */
	readonly isIndexed: boolean
}

const brand = 'Premium Shaker'
const screen = (title: string, description: string): Head => ({
	title: `${title} · ${brand}`,
	description,
	isIndexed: false,
})

const heads: readonly (readonly [path: string, head: Head])[] = [
	[
		'/',
		{
			title: `${brand} Electric 650 ML · Shaker eléctrico recargable por USB`,
			description:
				'Shaker eléctrico de 650 ml en blanco, celeste, negro y rosado. Vaso de Tritan libre de BPA, carga USB y despacho en Santiago.',
			isIndexed: true,
		},
	],
	['/login', screen('Iniciar Sesión', 'Entra a tu cuenta de Premium Shaker.')],
	['/register', screen('Registrarse', 'Crea tu cuenta de Premium Shaker.')],
	['/forgot-password', screen('Recuperar contraseña', 'Te enviamos un enlace para crear una contraseña nueva.')],
	['/reset-password/:uid/:token', screen('Crea una nueva contraseña', 'Crea una nueva contraseña para tu cuenta.')],
	['/carrito', screen('Carrito', 'Revisa los productos de tu carrito.')],
	['/pago', screen('Pago', 'Elige entrega y medio de pago y confirma tu pedido.')],
	['/checkout-transferencia', screen('Transferencia', 'Datos para transferir y envío del comprobante.')],
	['/checkout-success', screen('Tu orden', 'El estado de tu orden.')],
	['/orden/:token', screen('Tu pedido', 'Cómo va tu pedido.')],
	['/politicas', screen('Términos y políticas', 'Compra, despacho, retracto, garantía y privacidad.')],
	['/perfil', screen('Perfil', 'Tus datos y tus órdenes.')],
]

const notFound = screen('Página no encontrada', 'Esta página no existe.')

/** Tells whether a path is the screen's of that pattern. Capitals count, as they do for the server's routes. */
export function isAt(pattern: string, path: string): boolean {
	return matchPath({ path: pattern, caseSensitive: true }, path) !== null
}

/** The head of the screen at a path; what is no screen of the shop gets the 404's. */
export function headOf(path: string): Head {
	return heads.find(([pattern]) => isAt(pattern, path))?.[1] ?? notFound
}

/** Tells whether a path is a screen of the shop. */
export function isScreen(path: string): boolean {
	return heads.some(([pattern]) => isAt(pattern, path))
}
