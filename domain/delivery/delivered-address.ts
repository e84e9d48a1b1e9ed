import { joinDireccion } from '#domain/delivery/delivery.ts'
import { plainNumbers, searchableAddress } from '#domain/delivery/plain-numbers.ts'
import { fold, isArea } from '#domain/delivery/split-direccion.ts'

const partsOf = (address: string) =>
	address
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '')

/** What stands behind a house number: `Moneda 970 depto 504` and `970` give `depto 504`; undefined where it does not stand. */
const behindNumber = (part: string, number: string) =>
	new RegExp(`(?<!\\d)0*${number}(?!\\d)[\\s.-]*(.*)$`).exec(part)?.[1]?.trim()

/** What stands behind the name of a street: all of it where it names another, or the same one in other words. */
function behindName(street: string, name: string): string {
	const words = street.split(/\s+/)
	const named = name.split(/\s+/).length
	return fold(words.slice(0, named).join(' ')) === fold(name) ? words.slice(named).join(' ') : street
}

/**
 * The address that an order keeps: the priced one, then what the customer wrote besides it (tower, apartment, how to find the
 * door).
 */
export function deliveredAddress(written: string, priced: string): string {
	if (priced === '' || written.startsWith(priced)) return written
	const pricedParts = partsOf(priced)
	const [, name = '', number = ''] = /^(.*?)\s*(\d*)$/.exec(pricedParts[0] ?? '') ?? []
	const [street = '', ...rest] = partsOf(plainNumbers(written))
	const isRepeated = (part: string) => isArea(part) || pricedParts.some((known) => fold(known) === fold(part))
	const behindItsNumber = (part: string) => (number === '' ? undefined : behindNumber(part, number))
	const behindStreet = behindItsNumber(street) ?? behindName(street, name)
	// A house number that was written apart is told by the priced address too.
	const others = rest
		.filter((part) => !isRepeated(part))
		.map((part) => {
			const plain = searchableAddress(part)
			return /^\d/.test(plain) ? (behindItsNumber(plain) ?? part) : part
		})
	return joinDireccion(priced, [behindStreet, ...others].filter((part) => part !== '').join(', '))
}
