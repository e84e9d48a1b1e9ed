import type { Settings } from '#modules/settings/settings.ts'

/** The settings for a preview of `change`: a scheduled change is shown as on its day. */
export function previewOf(change: Partial<Settings>): Partial<Settings> {
	const [key = ''] = Object.keys(change)
	if (key.startsWith('anuncio_')) return { ...change, anuncio_desde: null, anuncio_hasta: null }
	return key.startsWith('cierre_') ? { tienda_cerrada: true, ...change } : change
}
