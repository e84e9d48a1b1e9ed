/** Who measured the driving of a round: a provider of maps by its roads, or nobody, so that straight lines stand in. */
export const fuentesTiempos = ['embedded', 'google', 'osm', 'linea_recta'] as const
export type FuenteTiempos = (typeof fuentesTiempos)[number]

const texts: Readonly<Record<FuenteTiempos, string>> = {
	embedded: 'Por las calles del mapa incorporado, que no sabe de tráfico ni del sentido de las calles.',
	google: 'Según Google Maps, sin el tráfico de la hora.',
	osm: 'Por las calles de OpenStreetMap (OSRM), sin el tráfico de la hora.',
	linea_recta:
		'El mapa no contestó: orden y horas están estimados en línea recta. Son una guía, no una promesa exacta.',
}

/** How far the order and the hours of a round can be trusted. `estimada`: somewhere a straight line stands in. */
export function drivingSourceText({ fuente, estimada }: { fuente: FuenteTiempos; estimada: boolean }): string {
	return estimada && fuente !== 'linea_recta'
		? `${texts[fuente]} Donde no hay camino conocido, en línea recta.`
		: texts[fuente]
}
