/** Features of the simulated Photon, in OpenStreetMap's terms. */
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
	address: Pick<KnownFeature, 'street' | 'housenumber' | 'city' | 'lat' | 'lon'>,
): KnownFeature {
	return { osm_type: 'N', osm_id, type: 'house', state, ...address }
}

export const knownFeatures: readonly KnownFeature[] = [
	house(900000001, {
		street: 'Avenida Providencia',
		housenumber: '1234',
		city: 'Providencia',
		lat: -33.4288,
		lon: -70.6203,
	}),
	house(900000002, { street: 'Moneda', housenumber: '970', city: 'Santiago', lat: -33.4421, lon: -70.6499 }),
	house(900000003, { street: 'Avenida Irarrázaval', housenumber: '2401', city: 'Ñuñoa', lat: -33.4541, lon: -70.6063 }),
	house(900000004, { street: 'Avenida Vitacura', housenumber: '5950', city: 'Vitacura', lat: -33.391, lon: -70.5739 }),
	house(900000005, {
		street: 'Avenida Concha y Toro',
		housenumber: '2000',
		city: 'Puente Alto',
		lat: -33.5965,
		lon: -70.5779,
	}),
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
