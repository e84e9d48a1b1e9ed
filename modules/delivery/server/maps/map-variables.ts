import { z } from 'zod'
import { text, url, variableGroup } from '#core/server/platform/variable-group.ts'
import { mapsProviderNames } from '#modules/delivery/server/maps/maps.ts'

const wholeCalls = 'debe ser un número entero de llamadas, 1 o más'

export const mapVariables = variableGroup({
	variables: {
		MAPS_PROVIDER: z.enum(mapsProviderNames, 'debe ser embedded, google u osm').default('embedded'),
		GOOGLE_MAPS_KEY: text.optional(),
		GOOGLE_MAPS_DAILY_CALLS: z.coerce.number(wholeCalls).int(wholeCalls).min(1, wholeCalls).default(5000),
		PHOTON_URL: url.optional(),
		OSRM_URL: url.optional(),
	},
	carrySecrets: ['PHOTON_URL', 'OSRM_URL'],
	problems({ MAPS_PROVIDER, GOOGLE_MAPS_KEY, PHOTON_URL, OSRM_URL }, isDemo) {
		if (isDemo) return []
		if (MAPS_PROVIDER === 'google' && !GOOGLE_MAPS_KEY) {
			return ['GOOGLE_MAPS_KEY falta: MAPS_PROVIDER=google la necesita']
		}
		if (MAPS_PROVIDER === 'osm' && !(PHOTON_URL && OSRM_URL)) {
			return ['PHOTON_URL y OSRM_URL faltan: MAPS_PROVIDER=osm las necesita']
		}
		return []
	},
})
