import type { Landmark, PlacesIndex } from '#maps/format/places-index.ts'
import type { RoadsIndex } from '#maps/format/roads-index.ts'
import type { MapView } from '#maps/place.ts'
import { CityBlocks } from './city-blocks.ts'
import { escapeMarkup } from './escape-markup.ts'
import { LocalStreets } from './local-streets.ts'
import { MapProjection, pathOf, touches } from './map-projection.ts'
import { font, type Palette, paletteOf } from './palette.ts'
import { routeLayer } from './route-layer.ts'
import { type Label, labelStreets } from './street-labels.ts'

/** Zoom from which blocks and streets are drawn. */
const closeZoom = 15

/** Draws a static map: main roads and comunas at low zoom, blocks and streets at high zoom. */
export class CityMap {
	readonly #places: PlacesIndex
	readonly #roads: RoadsIndex
	readonly #credit: string
	// Loaded lazily, because only high zooms need them.
	#close: { readonly blocks: CityBlocks; readonly streets: LocalStreets } | undefined

	constructor(places: PlacesIndex, roads: RoadsIndex, credit: string) {
		this.#places = places
		this.#roads = roads
		this.#credit = credit
	}

	/** Returns the map as SVG. All texts are from the index. */
	draw(view: MapView): string {
		const projection = new MapProjection(view)
		const colors = paletteOf(view)
		const layers =
			view.zoom < closeZoom ? this.#overviewLayers(projection, colors) : this.#closeUpLayers(projection, colors)
		return [
			`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${view.width} ${view.height}" width="${view.width}" height="${view.height}">`,
			...layers,
			view.marker ? markerAt(view.width / 2, view.height / 2, colors) : '',
			view.route ? routeLayer(view, view.route) : '',
			this.#creditLine(view, colors),
			'</svg>',
		].join('')
	}

	#overviewLayers(projection: MapProjection, colors: Palette): string[] {
		const borders = this.#places.comunas
			.flatMap(({ rings }) => rings)
			.filter((ring) => touches(projection, ring))
			.map((ring) => pathOf(projection, ring, 4))
		const names = this.#places.comunas
			.filter(({ lat, lng }) => projection.shows(lat, lng, -30))
			.map(({ name, lat, lng }) => ({ text: name, x: projection.x(lng), y: projection.y(lat), angle: 0 }))
		return [
			fillAll(colors.land),
			stroke(borders, colors.border, 1, 'stroke-dasharray="4 3"'),
			stroke(this.#mainRoads(projection, false, 3), colors.road, 2.2),
			stroke(this.#mainRoads(projection, true, 3), colors.motorway, 2.6),
			writeLabels(names, colors, 12),
		]
	}

	#closeUpLayers(projection: MapProjection, colors: Palette): string[] {
		this.#close ??= { blocks: new CityBlocks(this.#roads), streets: new LocalStreets(this.#roads) }
		const streets = this.#close.streets.around(projection.bounds).map((line) => pathOf(projection, line, 2))
		const blocks = this.#close.blocks
			.around(projection.bounds)
			.filter((ring) => touches(projection, ring))
			.map((ring) => `${pathOf(projection, ring, 1)}z`)
		const stations = this.#places.landmarks.filter(
			({ lines, lat, lng }) => lines !== '' && projection.shows(lat, lng, -20),
		)
		return [
			fillAll(colors.block),
			`<path d="${blocks.join('')}" fill="${colors.block}" stroke="${colors.road}" stroke-width="7" stroke-linejoin="round"/>`,
			stroke(streets, colors.road, 7),
			stroke(this.#mainRoads(projection, false, 2), colors.road, 11),
			stroke(this.#mainRoads(projection, true, 2), colors.motorway, 10),
			writeLabels(labelStreets(this.#places, projection), colors, 11),
			...stations.map((station) => stationAt(projection, station, colors)),
		]
	}

	#mainRoads(projection: MapProjection, isMotorway: boolean, stepPixels: number): string[] {
		return this.#places.mainRoads
			.filter((road) => road.isMotorway === isMotorway && touches(projection, road.line))
			.map(({ line }) => pathOf(projection, line, stepPixels))
	}

	#creditLine(view: MapView, colors: Palette): string {
		return (
			`<text x="${view.width - 8}" y="${view.height - 8}" text-anchor="end" font-size="10" ${font} fill="${colors.text}" ` +
			`stroke="${colors.halo}" stroke-width="3" paint-order="stroke">${escapeMarkup(this.#credit)}</text>`
		)
	}
}

function fillAll(color: string): string {
	return `<path d="M-9-9h9999v9999h-9999z" fill="${color}"/>`
}

function stroke(paths: readonly string[], color: string, width: number, more = ''): string {
	return `<path d="${paths.join('')}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round" ${more}/>`
}

function writeLabels(labels: readonly Label[], colors: Palette, size: number): string {
	const texts = labels.map(({ text, x, y, angle }) => {
		const turn = angle === 0 ? '' : ` transform="rotate(${angle} ${x} ${y})"`
		return `<text x="${Math.round(x)}" y="${Math.round(y + size / 3)}"${turn}>${escapeMarkup(text)}</text>`
	})
	return (
		`<g ${font} font-size="${size}" font-weight="500" text-anchor="middle" fill="${colors.text}" stroke="${colors.halo}" ` +
		`stroke-width="3" stroke-linejoin="round" paint-order="stroke">${texts.join('')}</g>`
	)
}

function stationAt(projection: MapProjection, station: Landmark, colors: Palette): string {
	const [x, y] = [Math.round(projection.x(station.lng)), Math.round(projection.y(station.lat))]
	return (
		`<circle cx="${x}" cy="${y}" r="5" fill="${colors.halo}" stroke="${colors.text}" stroke-width="2"/>` +
		writeLabels([{ text: station.name, x, y: y + 16, angle: 0 }], colors, 11)
	)
}

/** A pin whose tip is on the place. */
function markerAt(x: number, y: number, colors: Palette): string {
	return (
		`<ellipse cx="${x}" cy="${y}" rx="7" ry="2.6" fill="#000" opacity=".22"/>` +
		`<path d="M${x} ${y}c-4-8-13-13-13-23a13 13 0 0 1 26 0c0 10-9 15-13 23z" fill="${colors.marker}" stroke="${colors.halo}" stroke-width="2"/>` +
		`<circle cx="${x}" cy="${y - 23}" r="4.6" fill="${colors.markerDot}"/>`
	)
}
