import { unitsPerDegree } from '#maps/geometry/geometry.ts'
import type { MapView, Position, Route } from '#maps/place.ts'
import { escapeMarkup } from './escape-markup.ts'
import { MapProjection, pathOf } from './map-projection.ts'
import { font, type Palette, paletteOf } from './palette.ts'

const pinRadius = 11
const noteSize = 10.5

interface Point {
	readonly x: number
	readonly y: number
}

interface Pin extends Point {
	/** Position of the place; its pin is moved aside when it overlaps another. */
	readonly at: Point
	readonly label: string
	readonly note: string
}

interface Box extends Point {
	readonly width: number
	readonly height: number
}

const boxOf = ({ x, y }: Point): Box => ({
	x: x - pinRadius,
	y: y - pinRadius,
	width: 2 * pinRadius,
	height: 2 * pinRadius,
})
const meet = (one: Box, other: Box) =>
	one.x < other.x + other.width &&
	other.x < one.x + one.width &&
	one.y < other.y + other.height &&
	other.y < one.y + one.height

/** A route over several stops for a map of the same view: line, start, and labelled stops. */
export function routeLayer(view: Omit<MapView, 'route'>, route: Route): string {
	const projection = new MapProjection(view)
	const colors = paletteOf(view)
	const place = ({ lat, lng }: Position) => ({
		x: Math.round(projection.x(lng * unitsPerDegree)),
		y: Math.round(projection.y(lat * unitsPerDegree)),
	})
	const start = place(route.start)
	const pins = placePins(
		route.stops.map((stop) => ({ ...stop, ...place(stop) })),
		[boxOf(start)],
	)
	const taken = [boxOf(start), ...pins.map(boxOf)]
	const notes = pins.flatMap((pin) => placeNote(pin, { taken, view }))
	return [
		lineOf(projection, route, colors),
		`<g stroke="${colors.marker}" stroke-width="1.5">${pins.map(leaderOf).join('')}</g>`,
		startAt(start, colors),
		writePins(pins, colors),
		writeNotes(notes, colors),
	].join('')
}

function lineOf(projection: MapProjection, { line, isGuess }: Route, colors: Palette): string {
	const units = Int32Array.from(line.flatMap(({ lat, lng }) => [lat * unitsPerDegree, lng * unitsPerDegree]))
	const path = pathOf(projection, units, 2)
	const dash = isGuess ? ' stroke-dasharray="2 9"' : ''
	return (
		`<g fill="none" stroke-linejoin="round" stroke-linecap="round"><path d="${path}" stroke="${colors.halo}" stroke-width="8" opacity=".8"/>` +
		`<path d="${path}" stroke="${colors.marker}" stroke-width="3.5"${dash}/></g>`
	)
}

/** Candidate positions of a pin: the place, then around it at growing distances. */
const shifts: readonly Point[] = [
	{ x: 0, y: 0 },
	...[24, 40, 56, 72].flatMap((reach) =>
		Array.from({ length: 12 }, (_, at) => ({
			x: Math.round(reach * Math.sin((at * Math.PI) / 6)),
			y: Math.round(-reach * Math.cos((at * Math.PI) / 6)),
		})),
	),
]

/** Places each pin without an overlap, beside its place if necessary. */
function placePins(stops: readonly (Point & { label: string; note: string })[], taken: readonly Box[]): Pin[] {
	const boxes = [...taken]
	return stops.map(({ x, y, label, note }) => {
		const free = shifts.find((shift) => !boxes.some((box) => meet(box, boxOf({ x: x + shift.x, y: y + shift.y }))))
		const pin = { at: { x, y }, x: x + (free?.x ?? 0), y: y + (free?.y ?? 0), label, note }
		boxes.push(boxOf(pin))
		return pin
	})
}

const leaderOf = ({ at, x, y }: Pin) => (at.x === x && at.y === y ? '' : `<path d="M${at.x} ${at.y}L${x} ${y}"/>`)

type Note = Point & { readonly text: string }

/** Places the label of a pin below, above or beside it without an overlap; omits it otherwise. */
function placeNote(pin: Pin, { taken, view }: { taken: Box[]; view: { width: number; height: number } }): Note[] {
	const [width, height] = [pin.note.length * noteSize * 0.62 + 4, noteSize + 3]
	const around = [
		{ x: pin.x - width / 2, y: pin.y + pinRadius + 1 },
		{ x: pin.x - width / 2, y: pin.y - pinRadius - height - 1 },
		{ x: pin.x + pinRadius + 1, y: pin.y - height / 2 },
		{ x: pin.x - pinRadius - width - 1, y: pin.y - height / 2 },
	].map((corner) => ({ ...corner, width, height }))
	// The attribution is in the last line of the picture.
	const isInside = ({ x, y }: Box) => x > 2 && y > 2 && x + width < view.width - 2 && y + height < view.height - 20
	const free = around.find((box) => isInside(box) && !taken.some((other) => meet(other, box)))
	if (!free || pin.note === '') return []
	taken.push(free)
	return [{ x: Math.round(free.x + width / 2), y: Math.round(free.y + height - 3), text: pin.note }]
}

/** A square at the start and end of the round. */
function startAt({ x, y }: Point, { marker, halo }: Palette): string {
	return (
		`<path d="M${x - 9} ${y - 9}h18v18h-18z" fill="${halo}" stroke="${marker}" stroke-width="3" stroke-linejoin="round"/>` +
		`<path d="M${x - 3.5} ${y - 3.5}h7v7h-7z" fill="${marker}"/>`
	)
}

function writePins(pins: readonly Pin[], { marker, markerDot, halo }: Palette): string {
	const circles = pins.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${pinRadius}"/>`)
	const labels = pins.map(({ x, y, label }) => `<text x="${x}" y="${y + 4}">${escapeMarkup(label)}</text>`)
	return (
		`<g fill="${marker}" stroke="${halo}" stroke-width="1.5">${circles.join('')}</g>` +
		`<g ${font} font-size="12" font-weight="700" text-anchor="middle" fill="${markerDot}">${labels.join('')}</g>`
	)
}

function writeNotes(notes: readonly Note[], { marker, halo }: Palette): string {
	const texts = notes.map(({ x, y, text }) => `<text x="${x}" y="${y}">${escapeMarkup(text)}</text>`)
	return (
		`<g ${font} font-size="${noteSize}" font-weight="600" text-anchor="middle" fill="${marker}" stroke="${halo}" ` +
		`stroke-width="3" stroke-linejoin="round" paint-order="stroke">${texts.join('')}</g>`
	)
}
