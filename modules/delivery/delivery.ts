/** The kinds of hand-over: delivery to an address, or pickup at the shop's metro station. */
export const tiposEntrega = ['despacho', 'retiro'] as const

export type TipoEntrega = (typeof tiposEntrega)[number]

/** The kind of an order without a stated one: pickup when its address is empty or only commas. */
export function resolveTipoEntrega(tipo_entrega: TipoEntrega | undefined, direccion: string): TipoEntrega {
	if (tipo_entrega) return tipo_entrega
	return isEmptyDireccion(direccion) ? 'retiro' : 'despacho'
}

/** Street and number joined by a comma, as orders store them. A tab, copied from a sheet, becomes a space. */
export function joinDireccion(calle: string, numero: string): string {
	return `${calle.trim()}, ${numero.trim()}`.replace(/\p{Cc}+/gu, ' ').trim()
}

/** An address for display: without the comma of an empty field. */
export function formatDireccion(direccion: string): string {
	// Both fields are joined by a bare comma; one between digits belongs to a number.
	return direccion.replace(/^[\s,]+|[\s,]+$/g, '').replace(/,(?=[^\s\d])|(?<=\D),(?=\d)/g, ', ')
}

/** Whether an address is empty, or only the comma of two empty fields. */
export function isEmptyDireccion(direccion: string): boolean {
	return /^[\s,]*$/.test(direccion)
}

/** Metres of driving for display: 6234 → `aprox. 6,2 km`. Never more exact than the measurement. */
export function formatDistance(meters: number): string {
	// Made here, not with the file: Home loads it too, and the first formatter is slow on a phone.
	const kilometers = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
	return `aprox. ${kilometers.format(meters / 1_000)} km`
}

/** The delivery term within a sentence. The law (Ley 19.496) requires it before paying. */
export function deliveryTermText(term: string): string {
	return `dentro de ${term} desde que confirmamos tu pedido`
}

/** The pickup place within a sentence: `metro Baquedano`, whether or not the setting begins with 'Metro'. */
export function pickupPlace(estacion: string): string {
	const name = estacion.replace(/^(estación\s+)?(metro\s+)?/i, '').trim()
	return name === '' ? 'metro' : `metro ${name}`
}

/** The pickup hours and the required notice, within a sentence; null: agreed with each customer. */
export function pickupHours(horario: string | null, avisoHoras: number): string | null {
	if (avisoHoras === 0) return horario
	const aviso = `con al menos ${avisoHoras} ${avisoHoras === 1 ? 'hora' : 'horas'} de aviso`
	return `${horario ?? 'a la hora que acordemos'}, ${aviso}`
}
