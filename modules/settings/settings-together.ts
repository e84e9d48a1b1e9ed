import type { SettingKey, Settings } from '#modules/settings/settings.ts'

/** A contradiction between settings, with a sentence for staff. */
export interface TogetherProblem {
	readonly clave: SettingKey
	readonly texto: string
}

interface TogetherRule {
	/** The compared settings. */
	readonly keys: readonly SettingKey[]
	readonly problem: (settings: Settings, today: string) => TogetherProblem | undefined
}

const rules: readonly TogetherRule[] = [
	{
		keys: ['anuncio_desde', 'anuncio_hasta'],
		problem: ({ anuncio_desde: first, anuncio_hasta: last }) =>
			first !== null && last !== null && last < first
				? { clave: 'anuncio_hasta', texto: 'El último día del anuncio es anterior al primero.' }
				: undefined,
	},
	{
		keys: ['tienda_cerrada', 'cierre_vuelta'],
		problem: ({ tienda_cerrada, cierre_vuelta }, today) =>
			tienda_cerrada && cierre_vuelta !== null && cierre_vuelta <= today
				? { clave: 'cierre_vuelta', texto: 'Ese día ya llegó: elige desde mañana, o déjalo vacío.' }
				: undefined,
	},
]

/**
 * The contradiction between settings after `changed` of them were set; undefined without one. Earlier contradictions do
 * not block other changes. `today`: `YYYY-MM-DD` in Santiago.
 */
export function togetherProblem(
	settings: Settings,
	changed: readonly SettingKey[],
	today: string,
): TogetherProblem | undefined {
	for (const { keys, problem } of rules) {
		const found = keys.some((key) => changed.includes(key)) ? problem(settings, today) : undefined
		if (found) return found
	}
	return undefined
}
