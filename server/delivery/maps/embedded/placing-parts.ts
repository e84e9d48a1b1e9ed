import { foldText } from './fold-text.ts'
import { parseQuery } from './parse-query.ts'

/**
 * What of a written address says where it is: `Av. Irarrázaval 2401, depto 502, Ñuñoa` → `Av. Irarrázaval 2401 Ñuñoa`.
 * After the first comma, parts with digits, or of one letter, are the inside of the building.
 */
export function placingParts(direccion: string): string {
	const [street = '', ...rest] = direccion
		.split(',')
		.map((part) => part.trim())
		.filter((part) => foldText(part) !== '')
	const lacksNumber = parseQuery(street).number === undefined
	const first = lacksNumber && /^\d+[a-z]?$/i.test(rest[0] ?? '') ? `${street} ${rest.shift()}` : street
	return [first, ...rest.filter((part) => !/\d/.test(part) && !inside.test(foldText(part)))].join(' ')
}

const inside = /^(depto|dpto|departamento|of|oficina|casa|torre|block|piso|local|interior)\b|^[a-z]$/

/** True when nothing is left to look for. */
export function isEmptyAddress(direccion: string): boolean {
	return foldText(direccion) === ''
}
