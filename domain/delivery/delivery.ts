/** How an order reaches the customer: brought to an address, or picked up at the shop's metro station. */
export const tiposEntrega = ['despacho', 'retiro'] as const

export type TipoEntrega = (typeof tiposEntrega)[number]

/** The way of delivery of an order that does not say it: pickup when its address is empty or only commas. */
export function resolveTipoEntrega(tipo_entrega: TipoEntrega | undefined, direccion: string): TipoEntrega {
	if (tipo_entrega) return tipo_entrega
	return isEmptyDireccion(direccion) ? 'retiro' : 'despacho'
}

/** Street and number with a comma between, as orders keep them. A tab, copied from a sheet, becomes a space. */
export function joinDireccion(calle: string, numero: string): string {
	return `${calle.trim()}, ${numero.trim()}`.replace(/\p{Cc}+/gu, ' ').trim()
}

/** An address as it is read: without the comma that joining it with an empty field leaves. */
export function formatDireccion(direccion: string): string {
	// Both fields are joined by a bare comma; one between digits belongs to a number.
	return direccion.replace(/^[\s,]+|[\s,]+$/g, '').replace(/,(?=[^\s\d])|(?<=\D),(?=\d)/g, ', ')
}

/** True when an address holds nothing: empty, or only the comma that joining two empty fields leaves. */
export function isEmptyDireccion(direccion: string): boolean {
	return /^[\s,]*$/.test(direccion)
}

const kilometers = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Shows metres of driving as people read them: 6234 → `aprox. 6,2 km`. Never more exact than the measurement. */
export function formatDistance(meters: number): string {
	return `aprox. ${kilometers.format(meters / 1_000)} km`
}
