import { foldText } from './fold-text.ts'
import { parseQuery } from './parse-query.ts'

/** What of a written address says where it is. */
export interface AddressParts {
	/** Street and number, corner or landmark, with everything else that may name the place. */
	readonly text: string
	/** The parts after the first comma that may be the name of a comuna, as they were written. */
	readonly rest: readonly string[]
}

/**
 * Leaves out what is inside of a building: `Av. Irarrázaval 2401, depto 502, Ñuñoa` → `Av. Irarrázaval 2401 Ñuñoa`. After the
 * first comma, parts with digits, or of one letter, are the inside; but where the street has no number, the first part that is
 * only a number is the house's.
 */
export function splitAddress(address: string): AddressParts {
	const [street = '', ...others] = address
		.split(',')
		.map((part) => part.trim())
		.filter((part) => foldText(part) !== '')
	const number = parseQuery(street).number === undefined ? others.find((part) => houseNumber.test(part)) : undefined
	const rest = others
		.filter((part) => !inside.test(foldText(part)))
		.map((part) => part.replace(/\d{4,}/g, '').trim())
		.filter((part) => part !== '' && !/\d/.test(part))
		.map((part) => part.replace(/^comuna( de)? /i, ''))
	return { text: [street, ...(number ? [number] : []), ...rest].join(' '), rest }
}

const houseNumber = /^(n[°º.o]*\s*|#\s*)?\d+[a-z]?$/i
const inside =
	/^(depto|dpto|dept|departamento|of|oficina|casa|torre|block|piso|local|int|interior|edificio|condominio|villa|poblacion|barrio|sector)\b|^[a-z]$/

/** True when nothing is left to look for. */
export function isEmptyAddress(address: string): boolean {
	return foldText(address) === ''
}
