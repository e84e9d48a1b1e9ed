import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { shortestAddress } from '#domain/delivery/shortest-address.ts'
import {
	type MapPicture,
	type MapsProvider,
	type MapView,
	mostSuggestions,
	openDataAttribution,
	type Place,
	type Position,
	type Suggestion,
} from '#server/delivery/maps/maps.ts'
import { projectFolder } from '#server/platform/project-folder.ts'
import { CityMap } from './city-map.ts'
import { locateAddress } from './locate-address.ts'
import { readPlaceId, writePlaceId } from './place-id.ts'
import { PlaceLookup } from './place-lookup.ts'
import { type PlacesIndex, readPlacesIndex } from './places-index.ts'
import { RoadNetwork } from './road-network.ts'
import { type RoadsIndex, readRoadsIndex } from './roads-index.ts'
import { buildSearchIndex } from './search-index.ts'
import { PlaceSearch } from './search-places.ts'

const decompress = promisify(brotliDecompress)
const pictureSeconds = 7 * 24 * 3_600
const defaultFolder = pathToFileURL(`${projectFolder}/server/delivery/maps/embedded/data/`)

/** Everything that the embedded provider knows, ready to answer. */
interface City {
	readonly search: PlaceSearch
	readonly lookup: PlaceLookup
	readonly roads: RoadNetwork
	readonly map: CityMap
}

/**
 * Maps out of the shop's own index: no key, no network. The index is decoded once, at `warm` or the first question
 * (about 0.3 s), in steps between which other requests are answered.
 */
export function createEmbeddedMaps(shop: Position, dataFolder = defaultFolder): MapsProvider {
	let city: Promise<City> | undefined
	const open = () => {
		city ??= openCity(shop, dataFolder)
		return city
	}
	return {
		name: 'embedded',
		attribution: openDataAttribution,
		async warm() {
			await open()
		},
		async suggest(text: string): Promise<Suggestion[]> {
			if (text.trim().length < shortestAddress) return []
			const { search, lookup } = await open()
			return search.find(text, mostSuggestions).map(({ ref, texto, comuna }) => ({
				lugar_id: writePlaceId(ref),
				texto,
				detalle: lookup.detailOf(comuna),
			}))
		},
		async place(lugar_id: string, _session: string, houseNumber?: number): Promise<Place | undefined> {
			const ref = readPlaceId(lugar_id)
			if (!ref) return undefined
			const { lookup } = await open()
			const isStreet = ref.kind === 'street' && ref.number === undefined && houseNumber !== undefined
			return (isStreet ? lookup.placeOf({ ...ref, number: houseNumber }) : undefined) ?? lookup.placeOf(ref)
		},
		async locate(direccion: string): Promise<Place | undefined> {
			const { search, lookup } = await open()
			return locateAddress(search, lookup, direccion)
		},
		async drivingDistance(place) {
			return (await open()).roads.distanceTo(place)
		},
		async drawMap(view: MapView): Promise<MapPicture> {
			return pictureOf((await open()).map.draw(view))
		},
	}
}

/** Only the drawn map, for providers that bring none of their own. */
export function createDrawnMap(dataFolder = defaultFolder): (view: MapView) => Promise<MapPicture> {
	let map: Promise<CityMap> | undefined
	const open = async () => {
		const [places, roads] = await openIndexes(dataFolder)
		return new CityMap(places, roads, openDataAttribution)
	}
	return async (view) => {
		map ??= open()
		return pictureOf((await map).draw(view))
	}
}

function pictureOf(svg: string): MapPicture {
	return { body: Buffer.from(svg), contentType: 'image/svg+xml; charset=utf-8', keepSeconds: pictureSeconds }
}

async function openCity(shop: Position, folder: URL): Promise<City> {
	const [places, roadsIndex] = await openIndexes(folder)
	const index = buildSearchIndex(places)
	await breath()
	const roads = new RoadNetwork(roadsIndex, shop)
	await breath()
	return {
		search: new PlaceSearch(places, index, shop),
		lookup: new PlaceLookup(places, index),
		roads,
		map: new CityMap(places, roadsIndex, openDataAttribution),
	}
}

async function openIndexes(folder: URL): Promise<[PlacesIndex, RoadsIndex]> {
	const [placesFile, roadsFile] = await Promise.all([
		openFile(folder, 'places.bin.br'),
		openFile(folder, 'roads.bin.br'),
	])
	const places = readPlacesIndex(placesFile)
	await breath()
	const roads = readRoadsIndex(roadsFile)
	await breath()
	return [places, roads]
}

async function openFile(folder: URL, name: string): Promise<Uint8Array> {
	return decompress(await readFile(new URL(name, folder)))
}

/** Lets the server answer what has come in meanwhile. */
function breath(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve))
}
