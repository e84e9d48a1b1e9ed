import type { Plane, Render } from './read-render.ts'

/** patch and far: half width of the compared patches, and search radius. */
type Pass = {
	patch: number
	near: number
	far: number
	/** Fraction of the offsets beyond `near` that are used. */
	share: number
	/** Patch tolerance, in standard deviations of the noise. */
	tolerance: number
	/** Half width of the square for the noise estimate. */
	grain: number
}

/** First pass: surfaces; second: edges, whose patches have few matches; third: wide, nearly even walls. */
const passes: readonly Pass[] = [
	{ patch: 2, near: 3, far: 11, share: 0.2, tolerance: 0.55, grain: 3 },
	{ patch: 1, near: 4, far: 5, share: 0.33, tolerance: 1.4, grain: 2 },
	{ patch: 3, near: 0, far: 30, share: 0.035, tolerance: 0.8, grain: 5 },
]
/** Tolerance of two pixels' features: albedo, normal, distance (relative). */
const featureTolerance = [0.01, 0.01, 0.01, 0.09, 0.09, 0.09, 0.03]

const read = (plane: Plane, i: number): number => plane[i] ?? 0

type Size = { width: number; height: number }
type Offset = { dx: number; dy: number }

/** Every near offset and a scattered fraction of the far ones: half of the plane, since each serves both ways. */
function offsets({ near, far, share }: Pass): Offset[] {
	const list: Offset[] = []
	for (let dy = 0; dy <= far; dy++) {
		for (let dx = -far; dx <= far; dx++) {
			if (dy === 0 && dx <= 0) continue
			const apart = Math.hypot(dx, dy)
			// Scattered, because a regular pattern would show on smooth walls.
			const chance = Math.abs(Math.sin(dx * 12.9898 + dy * 78.233) * 43_758.5453) % 1
			if (apart <= near || (apart <= far && chance < share)) list.push({ dx, dy })
		}
	}
	return list
}

/** Box mean in place; its cost is independent of the radius. */
export function boxBlur(plane: Plane, width: number, height: number, radius: number): void {
	blurLines(plane, { length: width, lines: height, step: 1, stride: width }, radius)
	blurLines(plane, { length: height, lines: width, step: width, stride: 1 }, radius)
}

/** Rows or columns of a plane: length and count, and the strides of pixels and lines. */
type Lines = { length: number; lines: number; step: number; stride: number }

function blurLines(plane: Plane, { length, lines, step, stride }: Lines, radius: number): void {
	const line = new Float32Array(length)
	for (let j = 0; j < lines; j++) {
		const start = j * stride
		for (let i = 0; i < length; i++) line[i] = read(plane, start + i * step)
		let sum = 0
		for (let i = -radius; i <= radius; i++) sum += read(line, Math.min(length - 1, Math.max(0, i)))
		for (let i = 0; i < length; i++) {
			plane[start + i * step] = sum / (2 * radius + 1)
			sum += read(line, Math.min(length - 1, i + radius + 1)) - read(line, Math.max(0, i - radius))
		}
	}
}

/** A firefly is bright in one half only: it is reduced to the other half's neighbourhood. */
function dropSparks(half: Plane, other: Plane, width: number, height: number): Plane {
	const calm = Float32Array.from(half)
	for (let y = 1; y < height - 1; y++) {
		for (let x = 1; x < width - 1; x++) {
			const i = y * width + x
			let most = 0
			for (let row = i - width; row <= i + width; row += width)
				for (let k = row - 1; k <= row + 1; k++) most = Math.max(most, read(other, k))
			calm[i] = Math.min(read(half, i), most * 1.25 + 0.01)
		}
	}
	return calm
}

/** Clamps each pixel that exceeds all eight neighbours to the nearest of them. */
function dropStrays(plane: Plane, width: number, height: number): Plane {
	const calm = Float32Array.from(plane)
	for (let y = 1; y < height - 1; y++) {
		for (let x = 1; x < width - 1; x++) {
			const i = y * width + x
			let [least, most] = [Number.POSITIVE_INFINITY, 0]
			for (let row = i - width; row <= i + width; row += width) {
				for (let k = row - 1; k <= row + 1; k++) {
					if (k === i) continue
					least = Math.min(least, read(plane, k))
					most = Math.max(most, read(plane, k))
				}
			}
			calm[i] = Math.min(most, Math.max(least, read(plane, i)))
		}
	}
	return calm
}

/** Perceptual luminance, so noise counts alike in shade and in light. */
const perceive = (plane: Plane): Plane => plane.map((value) => Math.sqrt(Math.max(0, Math.min(value, 4))))

/** Noise variance around each pixel, from the difference of the halves. */
function varianceOf(first: Plane, second: Plane, { width, height }: Size, reach = 3): Plane {
	const variance = first.map((value, i) => (value - read(second, i)) ** 2 / 2)
	boxBlur(variance, width, height, reach)
	return variance
}

type Guide = { mean: Plane; variance: Plane; tolerance: number }

/** Perceptual albedo, so black print on dark plastic counts; relative distances. */
function comparable(plane: Plane, feature: number): Plane {
	if (feature < 3) return perceive(plane)
	return feature === 6 ? plane.map((value) => Math.log(Math.min(value, 1e4) + 0.1)) : plane
}

function guidesOf(first: Render, second: Render): Guide[] {
	return featureTolerance.map((tolerance, at) => {
		const [a, b] = [first, second].map(({ features }) => comparable(features[at] ?? new Float32Array(), at))
		if (!a || !b) throw new Error('A picture needs both its halves.')
		const variance = varianceOf(a, b, first).map((value) => value / 2)
		return { mean: a.map((value, i) => (value + read(b, i)) / 2), variance, tolerance: tolerance ** 2 }
	})
}

/** Feature similarity of two pixels: 1 alike, 0 different. Pixels are i and i + shift. */
function likeness(guides: readonly Guide[], i: number, k: number): number {
	let most = 0
	for (const { mean, variance, tolerance } of guides) {
		const noise = read(variance, i) + read(variance, k)
		const apart = ((read(mean, i) - read(mean, k)) ** 2 - noise) / (tolerance + noise)
		if (apart > most) most = apart
	}
	return fade(most)
}

/** Cheap approximation of exp(-x); 0 from 4 on. */
function fade(x: number): number {
	if (x <= 0) return 1
	if (x >= 4) return 0
	const rest = 1 - x / 4
	return rest * rest * rest * rest
}

type Half = { light: Plane[]; seen: Plane[]; variance: Plane[]; sum: Plane[]; weight: Plane; distance: Plane }

function halfOf(light: readonly Plane[], other: readonly Plane[], size: Size, reach: number): Half {
	const { width, height } = size
	const calm = light.map((plane, channel) => dropSparks(plane, other[channel] ?? plane, width, height))
	const calmOther = other.map((plane, channel) => dropSparks(plane, light[channel] ?? plane, width, height))
	const seen = calm.map(perceive)
	return {
		light: calm,
		seen,
		variance: seen.map((plane, channel) => varianceOf(plane, perceive(calmOther[channel] ?? plane), size, reach)),
		sum: calm.map((plane) => Float32Array.from(plane)),
		weight: new Float32Array(width * height).fill(1),
		distance: new Float32Array(width * height),
	}
}

/** Calls back for each pixel whose shifted one is in the picture too, at i and i + dy * width + dx. */
function eachPair(width: number, height: number, { dx, dy }: Offset, work: (from: number, to: number) => void): void {
	for (let y = 0; y < height - dy; y++) work(y * width + Math.max(0, -dx), (y + 1) * width - Math.max(0, dx))
}

/** Patch distance between each pixel and the shifted one, in standard deviations of the noise. */
function comparePatches(half: Half, { width, height }: Size, offset: Offset, pass: Pass): void {
	const slack = pass.tolerance ** 2
	const shift = offset.dy * width + offset.dx
	const { distance } = half
	distance.fill(0)
	const share = 1 / half.seen.length
	half.seen.forEach((seen, channel) => {
		const variance = half.variance[channel] ?? seen
		eachPair(width, height, offset, (from, to) => {
			for (let i = from; i < to; i++) {
				const noise = read(variance, i) + read(variance, i + shift)
				const apart = (read(seen, i) - read(seen, i + shift)) ** 2 - noise
				distance[i] = read(distance, i) + share * Math.min(20, apart / (2e-5 + slack * noise))
			}
		})
	})
	boxBlur(distance, width, height, pass.patch)
}

/** Adds each pixel's light to the other of the pair, weighted. */
function exchange(half: Half, i: number, k: number, weight: number): void {
	half.weight[i] = read(half.weight, i) + weight
	half.weight[k] = read(half.weight, k) + weight
	for (let channel = 0; channel < 4; channel++) {
		const light = half.light[channel] ?? half.weight
		const sum = half.sum[channel] ?? half.weight
		sum[i] = read(sum, i) + weight * read(light, k)
		sum[k] = read(sum, k) + weight * read(light, i)
	}
}

/** One pass over both halves; the weights of each come from the other. */
function calmBoth(
	halves: readonly [Plane[], Plane[]],
	guides: readonly Guide[],
	size: Size,
	pass: Pass,
): [Plane[], Plane[]] {
	const { width, height } = size
	const one = halfOf(halves[0], halves[1], size, pass.grain)
	const two = halfOf(halves[1], halves[0], size, pass.grain)
	const cover = one.light[3] ?? one.weight
	for (const offset of offsets(pass)) {
		comparePatches(one, size, offset, pass)
		comparePatches(two, size, offset, pass)
		const shift = offset.dy * width + offset.dx
		eachPair(width, height, offset, (from, to) => {
			for (let i = from; i < to; i++) {
				if (read(cover, i) === 0 && read(cover, i + shift) === 0) continue
				const [byOne, byTwo] = [fade(read(one.distance, i)), fade(read(two.distance, i))]
				if (byOne === 0 && byTwo === 0) continue
				const alike = likeness(guides, i, i + shift)
				if (alike === 0) continue
				exchange(one, i, i + shift, Math.min(alike, byTwo))
				exchange(two, i, i + shift, Math.min(alike, byOne))
			}
		})
	}
	const share = (half: Half) =>
		half.sum.map((sum) => {
			const mean = sum.map((value, i) => value / read(half.weight, i))
			return dropStrays(mean, width, height)
		})
	return [share(one), share(two)]
}

/**
 * Denoises a picture rendered twice: each pixel becomes the mean of similar ones (patch, albedo, normal, distance), weighted
 * by the other half. Returns linear light: red, green, blue, alpha.
 */
export function filterGrain(first: Render, second: Render): Plane[] {
	const guides = guidesOf(first, second)
	let halves: [Plane[], Plane[]] = [first.light, second.light]
	for (const pass of passes) halves = calmBoth(halves, guides, first, pass)
	const [one, two] = halves
	return one.map((plane, channel) => plane.map((value, i) => (value + read(two[channel] ?? plane, i)) / 2))
}
