/** Known addresses and places of Santiago, in Google's address components. */
export interface KnownPlace {
	readonly id: string
	readonly main: string
	readonly comuna: string
	readonly region: string
	readonly number?: string
	/** A whole street. */
	readonly isStreet?: boolean
	readonly lat: number
	readonly lng: number
}

const rm = 'Región Metropolitana'

export const knownPlaces: readonly KnownPlace[] = [
	{
		id: 'ChIJsim0providencia1234',
		main: 'Avenida Providencia 1234',
		comuna: 'Providencia',
		region: rm,
		number: '1234',
		lat: -33.4288,
		lng: -70.6203,
	},
	{
		id: 'ChIJsim0moneda970aaaaaa',
		main: 'Moneda 970',
		comuna: 'Santiago',
		region: rm,
		number: '970',
		lat: -33.4421,
		lng: -70.6499,
	},
	{
		id: 'ChIJsim0irarrazaval2401',
		main: 'Avenida Irarrázaval 2401',
		comuna: 'Ñuñoa',
		region: rm,
		number: '2401',
		lat: -33.4541,
		lng: -70.6063,
	},
	{
		id: 'ChIJsim0vitacura5950aaa',
		main: 'Avenida Vitacura 5950',
		comuna: 'Vitacura',
		region: rm,
		number: '5950',
		lat: -33.391,
		lng: -70.5739,
	},
	{
		id: 'ChIJsim0concha2000aaaaa',
		main: 'Avenida Concha y Toro 2000',
		comuna: 'Puente Alto',
		region: rm,
		number: '2000',
		lat: -33.5965,
		lng: -70.5779,
	},
	{
		id: 'ChIJsim0costaneracenter',
		main: 'Costanera Center',
		comuna: 'Providencia',
		region: rm,
		lat: -33.4178,
		lng: -70.6065,
	},
	{
		id: 'ChIJsim0valparaiso500aa',
		main: 'Avenida Pedro Montt 1500',
		comuna: 'Valparaíso',
		region: 'Valparaíso',
		number: '1500',
		lat: -33.0474,
		lng: -71.6127,
	},
	{
		id: 'ChIJsim0streetirarraz00',
		main: 'Avenida Irarrázaval',
		comuna: 'Ñuñoa',
		region: rm,
		isStreet: true,
		lat: -33.4528,
		lng: -70.5881,
	},
]
