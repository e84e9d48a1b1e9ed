import { encode } from 'uqr'

/** Joins adjacent dark squares into one stroke, which shortens the path for printers. */
const rowPath = (row: readonly boolean[], y: number) =>
	row.map((isDark, x) => (isDark && !row[x - 1] ? `M${x} ${y}h${runFrom(row, x)}v1H${x}z` : '')).join('')

function runFrom(row: readonly boolean[], start: number): number {
	const end = row.indexOf(false, start)
	return (end < 0 ? row.length : end) - start
}

/** A QR code of `text`, always black on white, with the quiet zone that readers require. */
export function QrCode({ text, label }: { text: string; label: string }) {
	const { data, size } = encode(text, { ecc: 'M', border: 4 })
	return (
		<svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
			<path fill="white" d={`M0 0h${size}v${size}H0z`} />
			<path fill="black" d={data.map(rowPath).join('')} />
		</svg>
	)
}
