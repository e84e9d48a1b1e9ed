import { foldText } from './fold-text.ts'
import { parseQuery } from './parse-query.ts'

/** The locating parts of a written address. */
export interface AddressParts {
	/** Street and number, corner or landmark, with other locating words. */
	readonly text: string
	/** Parts after the first comma that may be a comuna, as written. */
	readonly rest: readonly string[]
}

/**
 * Removes apartments: `Av. Irarrázaval 2401, depto 502, Ñuñoa` → `Av. Irarrázaval 2401 Ñuñoa`. After the first comma, parts
 * with digits or of one letter are removed; but if the street has no number, the first part that is only a number is the
 * house's.
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

export function isEmptyAddress(address: string): boolean {
	return foldText(address) === ''
}
