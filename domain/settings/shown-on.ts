import type { SettingKey, Settings } from '#domain/settings/settings.ts'

/** A page that anybody may see, and the id of the element there that shows a setting. */
interface ShownPage {
	readonly path: '/' | '/politicas'
	readonly ancla?: string
}

/** A part of what customers see while they pay, or the map that distances are measured from. */
export type ShownPart = 'retiro' | 'medios' | 'banco' | 'mapa'

/** Where a setting can be looked at before it counts. */
export type ShownOn = ShownPage | { readonly part: ShownPart }

const seller: ShownOn = { path: '/', ancla: 'pie' }
const top: ShownOn = { path: '/' }
const carousel: ShownOn = { path: '/', ancla: 'carrusel' }
const pickup: ShownOn = { part: 'retiro' }
const methods: ShownOn = { part: 'medios' }
const bank: ShownOn = { part: 'banco' }

/** Where customers see a setting. Mails are not among them: they are each customer's own. */
const places: Partial<Record<SettingKey, ShownOn>> = {
	vendedor_nombre: seller,
	vendedor_rut: seller,
	vendedor_direccion: seller,
	vendedor_correo: seller,
	vendedor_telefono: seller,
	vendedor_representante: { path: '/politicas' },
	tienda_cerrada: top,
	cierre_vuelta: top,
	cierre_motivo: top,
	anuncio_texto: top,
	anuncio_desde: top,
	anuncio_hasta: top,
	carrusel_titulo_1: carousel,
	carrusel_texto_1: carousel,
	carrusel_titulo_2: carousel,
	carrusel_texto_2: carousel,
	retiro_estacion: pickup,
	retiro_horario: pickup,
	retiro_aviso: pickup,
	plazo_entrega: pickup,
	pasarelas: methods,
	pago_efectivo: methods,
	banco_titular: bank,
	banco_rut: bank,
	banco_nombre: bank,
	banco_tipo_cuenta: bank,
	banco_numero_cuenta: bank,
	banco_correo: bank,
	tienda_posicion: { part: 'mapa' },
	despacho_tramos: { path: '/', ancla: 'preguntas-frecuentes' },
	preguntas: { path: '/', ancla: 'preguntas-frecuentes' },
}

/** Where customers see a setting; undefined for what only staff see. */
export const shownOn = (key: SettingKey): ShownOn | undefined => places[key]

/** The settings that a look at `change` is made with: what waits for its day is shown as on that day. */
export function previewOf(change: Partial<Settings>): Partial<Settings> {
	const [key = ''] = Object.keys(change)
	if (key.startsWith('anuncio_')) return { ...change, anuncio_desde: null, anuncio_hasta: null }
	return key.startsWith('cierre_') ? { tienda_cerrada: true, ...change } : change
}
