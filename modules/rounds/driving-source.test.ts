import { expect, test } from 'vitest'
import { drivingSourceText, fuentesTiempos } from './driving-source.ts'

test('describes only estimated times as straight lines', () => {
	for (const fuente of fuentesTiempos)
		expect(drivingSourceText({ fuente, estimada: false }).includes('línea recta')).toBe(fuente === 'linea_recta')
	expect(drivingSourceText({ fuente: 'osm', estimada: true })).toMatch(
		/OSRM.*Donde no hay camino conocido, en línea recta\.$/,
	)
})
