import { plainNumbers, searchableAddress } from '#core/rules/plain-numbers.ts'
import { fold } from '#core/rules/typed-text.ts'
import { joinDireccion } from '#modules/delivery/delivery.ts'
import { isArea } from '#modules/delivery/split-direccion.ts'

const partsOf = (address: string) =>
	address
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '')

/** The text behind a house number: `Moneda 970 depto 504` and `970` give `depto 504`; undefined without the number. */
const behindNumber = (part: string, number: string) =>
	new RegExp(`(?<!\\d)0*${number}(?!\\d)[\\s.-]*(.*)$`).exec(part)?.[1]?.trim()

/** The text behind the street's name; all of it when it names another street, or the same one in other words. */
function behindName(street: string, name: string): string {
	const words = street.split(/\s+/)
	const named = name.split(/\s+/).length
	return fold(words.slice(0, named).join(' ')) === fold(name) ? words.slice(named).join(' ') : street
}

/** The address stored with an order: the priced one, then the customer's additions (tower, apartment, directions). */
export function deliveredAddress(written: string, priced: string): string {
	if (priced === '' || written.startsWith(priced)) return written
	const pricedParts = partsOf(priced)
	const [, name = '', number = ''] = /^(.*?)\s*(\d*)$/.exec(pricedParts[0] ?? '') ?? []
	const [street = '', ...rest] = partsOf(plainNumbers(written))
	const isRepeated = (part: string) => isArea(part) || pricedParts.some((known) => fold(known) === fold(part))
	const behindItsNumber = (part: string) => (number === '' ? undefined : behindNumber(part, number))
	const behindStreet = behindItsNumber(street) ?? behindName(street, name)
	// A separately written house number is part of the priced address too.
	const others = rest
		.filter((part) => !isRepeated(part))
		.map((part) => {
			const plain = searchableAddress(part)
			return /^\d/.test(plain) ? (behindItsNumber(plain) ?? part) : part
		})
	return joinDireccion(priced, [behindStreet, ...others].filter((part) => part !== '').join(', '))
}
