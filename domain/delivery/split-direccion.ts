import { formatDireccion } from '#domain/delivery/delivery.ts'

/** The communes of the Región Metropolitana, and what addresses end with after them; folded. */
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

/** Letters as they compare: without accents and capitals. */
export const fold = (text: string) =>
	text
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.toLowerCase()
		.trim()

/** Whether a part of an address only names a comuna or what is around it. */
export const isArea = (part: string) => areas.has(fold(part).replace(/^comuna de /, ''))

/** `Moneda 970 depto 504`: the inside of a building that no comma parts from its street. */
const inside = /^(.*\d\S*)\s+((?:depto|dpto|departamento|of|oficina|casa|torre|block|piso)\b.*)$/i

/** Takes an address apart as the checkout asks for it: the street with its commune, and the number or apartment. */
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
 * What whoever goes there reads of an address: the street with its number, and what is inside of the building (`depto 504`); empty
 * where nothing is.
 */
export function splitInterior(direccion: string): { readonly calle: string; readonly interior: string } {
	const { calle, numero } = splitDireccion(direccion)
	const hasHouseNumber = /\s\d\S*?(,|$)/.test(calle)
	return hasHouseNumber ? { calle, interior: numero } : { calle: formatDireccion(direccion), interior: '' }
}
