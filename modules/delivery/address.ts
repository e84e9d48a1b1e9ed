import { fold, plainNumbers, searchableAddress } from '#core/rules/text.ts'
import { formatDireccion, joinDireccion } from '#modules/delivery/delivery.ts'

/** The comunas of the Región Metropolitana. */
const comunas: readonly string[] = (
	'Alhué,Buin,Calera de Tango,Cerrillos,Cerro Navia,Colina,Conchalí,Curacaví,El Bosque,El Monte,' +
	'Estación Central,Huechuraba,Independencia,Isla de Maipo,La Cisterna,La Florida,La Granja,La Pintana,' +
	'La Reina,Lampa,Las Condes,Lo Barnechea,Lo Espejo,Lo Prado,Macul,Maipú,María Pinto,Melipilla,Ñuñoa,' +
	'Padre Hurtado,Paine,Pedro Aguirre Cerda,Peñaflor,Peñalolén,Pirque,Providencia,Pudahuel,Puente Alto,' +
	'Quilicura,Quinta Normal,Recoleta,Renca,San Bernardo,San Joaquín,San José de Maipo,San Miguel,San Pedro,' +
	'San Ramón,Santiago,Talagante,Tiltil,Vitacura'
).split(',')

/** Whether a text is the name of a comuna of the region, and not of a quarter. */
export const isComuna = (text: string): boolean => comunas.includes(text)

/** The comunas and the usual endings of addresses, folded. */
const areas: ReadonlySet<string> = new Set(
	[...comunas, 'Chile', 'Región Metropolitana', 'RM', 'Santiago Centro'].map(fold),
)

/** Whether a part of an address is only a comuna or a wider area. */
export const isArea = (part: string) => areas.has(fold(part).replace(/^comuna de /, ''))

/** `Moneda 970 depto 504`: an apartment without a comma before it. */
const inside = /^(.*\d\S*)\s+((?:depto|dpto|departamento|of|oficina|casa|torre|block|piso)\b.*)$/i

/** Splits an address into the checkout's fields: the street with its commune, and the number or apartment. */
export function splitDireccion(direccion: string): { readonly calle: string; readonly numero: string } {
	const [street = '', ...rest] = formatDireccion(direccion)
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '')
	const [, before = street, behind] = inside.exec(street) ?? []
	const numero = [...(behind ? [behind] : []), ...rest.filter((part) => !isArea(part))]
	return { calle: [before, ...rest.filter(isArea)].join(', '), numero: numero.join(', ') }
}

/**
 * Splits an address for couriers: the street with its number, and the part inside the building (`depto 504`), which may
 * be empty.
 */
export function splitInterior(direccion: string): { readonly calle: string; readonly interior: string } {
	const { calle, numero } = splitDireccion(direccion)
	const hasHouseNumber = /\s\d\S*?(,|$)/.test(calle)
	return hasHouseNumber ? { calle, interior: numero } : { calle: formatDireccion(direccion), interior: '' }
}

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

/** The minimum of letters for suggestions and prices. */
export const shortestAddress = 3
