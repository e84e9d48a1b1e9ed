import { fold } from '#core/rules/typed-text.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'

/** The communes of the Región Metropolitana, and the usual endings of addresses; folded. */
const areas: ReadonlySet<string> = new Set(
	(
		'alhue,buin,calera de tango,cerrillos,cerro navia,chile,colina,conchali,curacavi,el bosque,el monte,estacion central,' +
		'huechuraba,independencia,isla de maipo,la cisterna,la florida,la granja,la pintana,la reina,lampa,las condes,' +
		'lo barnechea,lo espejo,lo prado,macul,maipu,maria pinto,melipilla,nunoa,padre hurtado,paine,pedro aguirre cerda,' +
		'penaflor,penalolen,pirque,providencia,pudahuel,puente alto,quilicura,quinta normal,recoleta,region metropolitana,' +
		'renca,rm,san bernardo,san joaquin,san jose de maipo,san miguel,san pedro,san ramon,santiago,santiago centro,' +
		'talagante,tiltil,vitacura'
	).split(','),
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
