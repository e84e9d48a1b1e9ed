import { join } from 'node:path'
import * as maps from '@premium-shaker/maps'
import { projectFolder } from '#core/server/platform/runtime.ts'
import {
	type DrivingMatrix,
	type MapPicture,
	type MapsProvider,
	type MapView,
	mostSuggestions,
	type Place,
	type Position,
} from './maps.ts'

/** The server may run as one built file, so the data is not beside the code. */
const dataFolder = join(projectFolder, 'packages/maps/data')
const pictureSeconds = 7 * 24 * 3_600

/** Maps from the project's own index: no key, no network. Opened once, at `warm` or the first call. */
export function createEmbeddedMaps(shop: Position): MapsProvider {
	let opened: Promise<maps.Maps> | undefined
	const open = () => {
		opened ??= openAround(shop)
		return opened
	}
	return {
		name: 'embedded',
		attribution: maps.attribution,
		async warm() {
			await open()
		},
		async suggest(text) {
			const found = (await open()).search(text, mostSuggestions)
			return found.map(({ id, name, detail }) => ({ lugar_id: id, texto: name, detalle: detail }))
		},
		async place(placeId, _session, houseNumber) {
			return toPlace((await open()).place(placeId, houseNumber))
		},
		async locate(direccion) {
			return toPlace((await open()).locate(direccion))
		},
		async drivingDistance(place) {
			return (await open()).drivingDistance(place)
		},
		async drivingMatrix(from, to) {
			const city = await open()
			return from === to ? await city.drivingMatrix(from) : driveBetween(city, from, to)
		},
		async drivingLine(positions) {
			return (await open()).drivingLine(positions)
		},
		async drawMap(view) {
			return toPicture((await open()).draw(view))
		},
	}
}

/** Both directions take the same time: the searches start at the side with fewer places. */
function driveBetween(city: maps.Maps, from: readonly Position[], to: readonly Position[]): DrivingMatrix {
	const isTurned = to.length < from.length
	const rows = isTurned
		? to.map((place) => city.drivingFrom(place, from))
		: from.map((place) => city.drivingFrom(place, to))
	const table = (lists: readonly number[][]) => (isTurned ? from.map((_, at) => lists.map((list) => list[at])) : lists)
	return { seconds: table(rows.map(({ seconds }) => seconds)), meters: table(rows.map(({ meters }) => meters)) }
}

/** The drawn map, for providers without pictures. */
export function createDrawnMap(): (view: MapView) => Promise<MapPicture> {
	let painter: ReturnType<typeof maps.openMapPainter> | undefined
	return async (view) => {
		painter ??= maps.openMapPainter(dataFolder)
		return toPicture((await painter)(view))
	}
}

async function openAround(shop: Position): Promise<maps.Maps> {
	try {
		return await maps.openMaps({ origin: shop, dataFolder })
	} catch (cause) {
		if (!(cause instanceof maps.OriginOffRoads)) throw cause
		throw new Error(
			`The shop's position (${shop.lat}, ${shop.lng}) is more than 300 m from every road that the embedded maps know. ` +
				'Correct it (SHOP_LAT and SHOP_LON, or Ajustes), or choose another MAPS_PROVIDER.',
			{ cause },
		)
	}
}

function toPlace(found: maps.Place | undefined): Place | undefined {
	if (!found) return undefined
	const { id, address, isInRegion, houseNumber, ...rest } = found
	return { ...rest, lugar_id: id, direccion: address, en_rm: isInRegion, numero: houseNumber }
}

function toPicture(svg: string): MapPicture {
	return { body: Buffer.from(svg), contentType: 'image/svg+xml; charset=utf-8', maxAgeSeconds: pictureSeconds }
}
