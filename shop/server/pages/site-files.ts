import { escapeMarkup } from '#core/server/platform/html.ts'
import { palette } from '#modules/catalog/color-themes.ts'

/** Files that search engines and phones look for at fixed addresses. */

/** Home is public; private pages and tools are not to be listed. */
export function robotsText(publicUrl: string): string {
	const closed = [
		'/api/',
		'/perfil',
		'/pago',
		'/carrito',
		'/checkout-',
		'/reset-password/',
		'/confirmar-correo/',
		'/orden/',
		'/simuladores/',
	]
	return [
		'User-agent: *',
		...closed.map((path) => `Disallow: ${path}`),
		'',
		`Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`,
		'',
	].join('\n')
}

/** Lists Home, the only page for search engines. */
export function sitemapXml(publicUrl: string): string {
	const home = escapeMarkup(new URL('/', publicUrl).href)
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${home}</loc></url></urlset>\n`
}

/** The manifest to install the shop on a phone's home screen. */
export const webManifest = (): string =>
	manifestOf({ name: 'Premium Shaker', short_name: 'Premium Shaker', start_url: '/', display: 'minimal-ui' })

/** The manifest of the staff's panel as an application of its own: iPhones deliver Web Push only to installed ones. */
export const panelManifest = (): string =>
	manifestOf({
		id: '/perfil',
		name: 'Panel · Premium Shaker',
		short_name: 'Panel',
		start_url: '/perfil?tab=admin',
		scope: '/',
		display: 'standalone',
	})

function manifestOf(own: Readonly<Record<string, string>>): string {
	return JSON.stringify({
		...own,
		lang: 'es-CL',
		background_color: palette.light.paper,
		theme_color: palette.light.paper,
		icons: [
			{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
			{ src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
		],
	})
}
