import type { SettingKey, Settings } from '#domain/settings/settings.ts'

/** A page that can be looked at before a setting counts, and the id of the element there that shows it. */
export interface ShownOn {
	readonly path: '/' | '/politicas'
	readonly ancla?: string
}

const seller: ShownOn = { path: '/', ancla: 'pie' }
const top: ShownOn = { path: '/' }
const carousel: ShownOn = { path: '/', ancla: 'carrusel' }

/** Where visitors see a setting. The checkout and mails are not among them: they are each customer's own. */
const places: Partial<Record<SettingKey, ShownOn>> = {
	...{ vendedor_nombre: seller, vendedor_rut: seller, vendedor_direccion: seller },
	...{ vendedor_correo: seller, vendedor_telefono: seller, vendedor_representante: { path: '/politicas' } },
	...{ tienda_cerrada: top, cierre_vuelta: top, cierre_motivo: top, retiro_estacion: top },
	...{ anuncio_texto: top, anuncio_desde: top, anuncio_hasta: top },
	...{ carrusel_titulo_1: carousel, carrusel_texto_1: carousel },
	...{ carrusel_titulo_2: carousel, carrusel_texto_2: carousel },
	...{ despacho_tramos: { path: '/', ancla: 'preguntas-frecuentes' } },
	...{ preguntas: { path: '/', ancla: 'preguntas-frecuentes' } },
}

/** Where visitors see a setting; undefined for what only customers at the checkout or staff see. */
export const shownOn = (key: SettingKey): ShownOn | undefined => places[key]

/** The settings that a look at `change` is made with: what waits for its day is shown as on that day. */
export function previewOf(change: Partial<Settings>): Partial<Settings> {
	const [key = ''] = Object.keys(change)
	if (key.startsWith('anuncio_')) return { ...change, anuncio_desde: null, anuncio_hasta: null }
	return key.startsWith('cierre_') ? { tienda_cerrada: true, ...change } : change
}
