/** The source of a round's driving times: a provider of maps, or straight lines. */
export const fuentesTiempos = ['embedded', 'google', 'osm', 'linea_recta'] as const
export type FuenteTiempos = (typeof fuentesTiempos)[number]

const texts: Readonly<Record<FuenteTiempos, string>> = {
	embedded: 'Por las calles del mapa incorporado, que no sabe de tráfico ni del sentido de las calles.',
	google: 'Según Google Maps, sin el tráfico de la hora.',
	osm: 'Por las calles de OpenStreetMap (OSRM), sin el tráfico de la hora.',
	linea_recta:
		'El mapa no contestó: orden y horas están estimados en línea recta. Son una guía, no una promesa exacta.',
}

/** How reliable the order and hours of a round are. `estimada`: at least one straight line. */
export function drivingSourceText({ fuente, estimada }: { fuente: FuenteTiempos; estimada: boolean }): string {
	return estimada && fuente !== 'linea_recta'
		? `${texts[fuente]} Donde no hay camino conocido, en línea recta.`
		: texts[fuente]
}
