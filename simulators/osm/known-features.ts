/** What the simulated Photon knows: objects as OpenStreetMap has them. */
export interface KnownFeature {
	readonly osm_type: 'N' | 'W' | 'R'
	readonly osm_id: number
	readonly type: 'house' | 'street'
	readonly name?: string
	readonly street?: string
	readonly housenumber?: string
	readonly city: string
	readonly state: string
	readonly lat: number
	readonly lon: number
}

const state = 'Región Metropolitana de Santiago'

function house(
	osm_id: number,
	street: string,
	housenumber: string,
	city: string,
	lat: number,
	lon: number,
): KnownFeature {
	return { osm_type: 'N', osm_id, type: 'house', street, housenumber, city, state, lat, lon }
}

export const knownFeatures: readonly KnownFeature[] = [
	house(900000001, 'Avenida Providencia', '1234', 'Providencia', -33.4288, -70.6203),
	house(900000002, 'Moneda', '970', 'Santiago', -33.4421, -70.6499),
	house(900000003, 'Avenida Irarrázaval', '2401', 'Ñuñoa', -33.4541, -70.6063),
	house(900000004, 'Avenida Vitacura', '5950', 'Vitacura', -33.391, -70.5739),
	house(900000005, 'Avenida Concha y Toro', '2000', 'Puente Alto', -33.5965, -70.5779),
	{
		osm_type: 'W',
		osm_id: 900000006,
		type: 'house',
		name: 'Costanera Center',
		city: 'Providencia',
		state,
		lat: -33.4178,
		lon: -70.6065,
	},
	{
		osm_type: 'W',
		osm_id: 900000007,
		type: 'street',
		name: 'Avenida Providencia',
		city: 'Providencia',
		state,
		lat: -33.4274,
		lon: -70.617,
	},
	{
		osm_type: 'W',
		osm_id: 900000008,
		type: 'street',
		name: 'Avenida Irarrázaval',
		city: 'Ñuñoa',
		state,
		lat: -33.4528,
		lon: -70.5881,
	},
]
