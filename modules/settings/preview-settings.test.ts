import { expect, test } from 'vitest'
import { previewOf } from './preview-settings.ts'
import { shownOn } from './settings.ts'

test('previews a scheduled setting as on its day', () => {
	expect(previewOf({ anuncio_texto: 'Hola' })).toEqual({
		anuncio_texto: 'Hola',
		anuncio_desde: null,
		anuncio_hasta: null,
	})
	expect(previewOf({ cierre_motivo: 'De viaje' })).toEqual({ cierre_motivo: 'De viaje', tienda_cerrada: true })
	expect(previewOf({ retiro_estacion: 'Tobalaba' })).toEqual({ retiro_estacion: 'Tobalaba' })
})

test('rejects the preview of a setting that no page shows', () => {
	expect(shownOn('limite_unidades_linea')).toBeUndefined()
	expect(shownOn('banco_numero_cuenta')).toEqual({ part: 'banco' })
	expect(shownOn('preguntas')).toEqual({ path: '/', ancla: 'preguntas-frecuentes' })
})
