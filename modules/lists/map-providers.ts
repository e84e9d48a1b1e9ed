import type { OpenMaps } from '#modules/delivery/server/maps/call-maps.ts'
import type { MapsProviderName } from '#modules/delivery/server/maps/maps.ts'
import { openGoogle } from '#modules/maps-google/server/google-maps.ts'
import { openOsm } from '#modules/maps-osm/server/osm-maps.ts'

/** The maps that modules offer, by the value of MAPS_PROVIDER; the embedded ones are the deliveries' own. */
export const mapProviders: Readonly<Partial<Record<MapsProviderName, OpenMaps>>> = { google: openGoogle, osm: openOsm }
