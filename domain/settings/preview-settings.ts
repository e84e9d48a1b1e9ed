import type { Settings } from '#domain/settings/settings.ts'

/** The settings that a preview of `change` is made with: a change that waits for its day is shown as on that day. */
export function previewOf(change: Partial<Settings>): Partial<Settings> {
	const [key = ''] = Object.keys(change)
	if (key.startsWith('anuncio_')) return { ...change, anuncio_desde: null, anuncio_hasta: null }
	return key.startsWith('cierre_') ? { tienda_cerrada: true, ...change } : change
}
