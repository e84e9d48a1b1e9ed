import { describe, expect, test } from 'vitest'
import { drawRoute, viewAround } from '#maps/maps.ts'
import type { Route } from '#maps/place.ts'

const start = { lat: -33.43722, lng: -70.63341 }
const size = { width: 390, height: 420 }
const frame = { ...size, marker: false, dark: false }

const routeOf = (stops: readonly { lat: number; lng: number }[], isGuess = false): Route => ({
	start,
	stops: stops.map((stop, at) => ({ ...stop, label: String(at + 1), note: `15:${10 + at}` })),
	line: [start, ...stops, start],
	isGuess,
})
const near = [
	{ lat: -33.43, lng: -70.62 },
	{ lat: -33.42, lng: -70.6 },
]
const draw = (route: Route) => drawRoute({ ...frame, ...viewAround(route.line, size) }, route)
const circlesOf = (svg: string) =>
	[...svg.matchAll(/<circle cx="(-?\d+)" cy="(-?\d+)"/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))

describe('a drawn route', () => {
	test('contains the line, and the number and hour of each stop inside the picture', () => {
		const svg = draw(routeOf(near))
		for (const text of ['>1<', '>2<', '>15:10<', '>15:11<']) expect(svg).toContain(text)
		const pins = circlesOf(svg)
		expect(pins).toHaveLength(2)
		for (const { x, y } of pins) {
			expect(x).toBeGreaterThan(11)
			expect(x).toBeLessThan(size.width - 11)
			expect(y).toBeGreaterThan(11)
			expect(y).toBeLessThan(size.height - 11)
		}
		expect(svg).not.toMatch(/NaN|undefined|Infinity/)
	})

	test('is dashed when it is an estimate', () => {
		expect(draw(routeOf(near))).not.toContain('stroke-dasharray')
		expect(draw(routeOf(near, true))).toContain('stroke-dasharray')
	})

	test('places the pins of several doors of one house side by side', () => {
		const [door = start] = near
		const pins = circlesOf(draw(routeOf([door, door, door, door])))
		for (const [at, pin] of pins.entries())
			for (const other of pins.slice(at + 1)) expect(Math.hypot(pin.x - other.x, pin.y - other.y)).toBeGreaterThan(15)
	})

	test('escapes markup in its labels', () => {
		const svg = draw({ ...routeOf([]), stops: [{ ...start, lat: -33.43, label: '<b>', note: '"&' }] })
		expect(svg).toContain('&lt;b&gt;')
		expect(svg).not.toContain('<b>')
	})
})

test('viewAround returns the closest view of its positions', () => {
	expect(viewAround([start], size).zoom).toBe(16)
	const wide = viewAround(
		[
			{ lat: -33.3, lng: -70.8 },
			{ lat: -33.6, lng: -70.5 },
		],
		size,
	)
	expect(wide.zoom).toBeLessThan(11)
	expect(wide.lat).toBeCloseTo(-33.45)
})
