import { photoModes } from '#modules/rounds/delivery-state.ts'
import { choice, number, type SettingDefinition } from '#modules/settings/setting-kinds.ts'

/** Settings of rounds, in the group of deliveries. */
export const roundSettings = {
	minutos_parada: {
		label: 'Minutos en cada puerta',
		help: 'Lo que toma entregar una orden.',
		seen: 'Los clientes ven la hora de llegada que sale de ellos.',
		...number('minutos', { initial: 5, min: 1, max: 60 }),
		freshProof: true,
	},
	costo_km: {
		label: 'Costo de un kilómetro',
		help: 'Bencina, neumáticos y lo que el auto pierde de valor. Con él, Números dice cuánto cuesta cada entrega.',
		...number('pesos', { initial: 200, min: 0, max: 10_000 }),
		freshProof: false,
	},
	costo_hora: {
		label: 'Costo de una hora de reparto',
		help: 'Lo que cuesta quien maneja, con sus cotizaciones, desde que sale hasta que vuelve.',
		...number('pesos', { initial: 4_000, min: 0, max: 100_000 }),
		freshProof: false,
	},
	foto_entrega: {
		label: 'Foto al entregar',
		help: 'Quien reparte la toma de lo entregado, o de la puerta donde no estaban. Solo la ve el equipo, y se borra a los 190 días.',
		...choice(photoModes, 'opcional'),
		freshProof: false,
	},
} as const satisfies Readonly<Record<string, SettingDefinition>>
