/**
 * Measures the planning of a round over sixty public places by the embedded maps, driving times included. The data has no
 * one-ways, so return times are varied deterministically (up to a third longer). Use: npx node rig/bench/round-orders.ts.
 * Prints CPU time beside wall time, which depends on other load.
 */
import { openMaps } from '@premium-shaker/maps'
import { knownAddresses } from '@premium-shaker/maps/known-addresses'
import { defaultShop } from '#modules/delivery/shop-place.ts'
import { orderStops, roundSeconds, type Seconds } from '#modules/rounds/route.ts'

/** Returns deterministic pseudo-random numbers from 0 to 1. */
let state = 12_345
function random(): number {
	state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
	return state / 2 ** 31
}

async function timed<T>(what: string, work: () => T | Promise<T>): Promise<T> {
	const [start, cpu] = [performance.now(), process.cpuUsage()]
	const result = await work()
	const { user, system } = process.cpuUsage(cpu)
	console.log(`${what}: ${Math.round(performance.now() - start)} ms, ${Math.round((user + system) / 1_000)} ms of CPU`)
	return result
}

const withOneWays = (seconds: Seconds): Seconds =>
	seconds.map((row, from) => row.map((value, to) => (from === to ? 0 : Math.round(value * (1 + random() / 3)))))

const maps = await openMaps({ origin: defaultShop })
const places = [defaultShop, ...knownAddresses.map(([, lat, lng]) => ({ lat, lng }))]
await timed('the first way, which opens the search', () => maps.drivingFrom(defaultShop, places.slice(1, 2)))
const few = await timed('driving times of 12 stops', () => maps.drivingMatrix(places.slice(0, 13)))
const { seconds } = await timed('driving times of 60 stops', () => maps.drivingMatrix(places))
await timed('the order of 12 stops', () => orderStops(few.seconds))
const asymmetric = withOneWays(seconds)
const order = await timed('the order of 60 stops', () => orderStops(asymmetric))
const nearest = Array.from({ length: 60 }, (_, at) => at + 1)
console.log(`60 stops: ${roundSeconds(order, asymmetric)} s, as they came ${roundSeconds(nearest, asymmetric)} s`)
const exact = await Promise.all(places.map((place) => maps.drivingFrom(place, places).seconds))
const ratios = exact
	.flatMap((row, from) => row.map((value, to) => (value > 60 ? (seconds[from]?.[to] ?? 0) / value : 1)))
	.toSorted((one, other) => one - other)
const at = (part: number) => (((ratios[Math.floor(part * (ratios.length - 1))] ?? 1) - 1) * 100).toFixed(1)
console.log(`times of 60 stops above the fastest ways: median ${at(0.5)} %, 95th percentile ${at(0.95)} %`)
