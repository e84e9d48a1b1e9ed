import type { Processor } from '#modules/legal/processors.ts'

const browsers: Processor = {
	clave: 'avisos',
	nombre: 'Google, Mozilla, Apple o Microsoft (avisos)',
	finalidad: 'Llevar al teléfono del equipo los avisos de la tienda, cifrados: no pueden leerlos',
	pais: 'Estados Unidos',
	enlace: '',
	oculto: true,
}

/** The push services of the browsers of staff. */
export const pushProcessors = (): readonly Processor[] => [browsers]
