import { z } from 'zod'

/** Without a position: Santiago. The marker is shown at zoom 16. */
export const drawMapQuery = z.object({
	lat: z.coerce.number<number>().min(-90).max(90).optional(),
	lng: z.coerce.number<number>().min(-180).max(180).optional(),
	zoom: z
		.enum(['12', '16'])
		.default('12')
		.transform((zoom) => (zoom === '16' ? 16 : 12)),
	oscuro: z
		.enum(['0', '1', 'true', 'false'])
		.default('0')
		.transform((value) => value === '1' || value === 'true'),
	formato: z
		.enum(['ancho', 'angosto'])
		.default('ancho')
		.describe('El doble de ancho que de alto, o 4:3 para un teléfono'),
})
