import { expect, test } from 'vitest'
import { previewOf } from './preview-settings.ts'
import { shownOn } from './settings.ts'

test('what waits for its day is looked at as on that day', () => {
	expect(previewOf({ anuncio_texto: 'Hola' })).toEqual({
		anuncio_texto: 'Hola',
		anuncio_desde: null,
		anuncio_hasta: null,
	})
	expect(previewOf({ cierre_motivo: 'De viaje' })).toEqual({ cierre_motivo: 'De viaje', tienda_cerrada: true })
	expect(previewOf({ retiro_estacion: 'Tobalaba' })).toEqual({ retiro_estacion: 'Tobalaba' })
})

test('what no page shows cannot be looked at', () => {
	expect(shownOn('limite_unidades_linea')).toBeUndefined()
	expect(shownOn('banco_numero_cuenta')).toEqual({ part: 'banco' })
	expect(shownOn('preguntas')).toEqual({ path: '/', ancla: 'preguntas-frecuentes' })
})
