import { useId } from 'react'

export interface Bar {
	/** React key: days of different years may have equal labels. */
	readonly id: string
	readonly label: string
	readonly value: number
}

interface BarsProps {
	readonly title: string
	readonly bars: readonly Bar[]
	readonly format: (value: number) => string
	/** Heading of the table's first column. */
	readonly rowHeading: string
	readonly unit: string
	/** Further columns of the table, one value per bar. */
	readonly more?: readonly { readonly head: string; readonly values: readonly string[] }[]
}

const height = 120

/** A vertical bar chart over time, with its data as a table. */
export function TimeBars({ bars, ...rest }: BarsProps) {
	const most = Math.max(1, ...bars.map(({ value }) => value))
	const step = 720 / Math.max(1, bars.length)
	const gap = Math.min(2, step * 0.15)
	const best = bars.reduce<Bar | undefined>((top, bar) => (top && top.value >= bar.value ? top : bar), undefined)
	const summary =
		best && best.value > 0 ? `El más alto: ${best.label}, ${rest.format(best.value)}.` : 'Sin datos en el período.'
	return (
		<Chart bars={best && best.value > 0 ? bars : []} {...rest} summary={summary}>
			<svg
				className="chart"
				viewBox={`0 0 720 ${height}`}
				preserveAspectRatio="none"
				aria-hidden="true"
				focusable="false"
			>
				<path d={`M0 ${height - 0.5}H720`} className="chart-base" />
				{bars.map((bar, at) => {
					const size = (bar.value / most) * (height - 4)
					return (
						<rect
							key={bar.id}
							x={at * step + gap / 2}
							y={height - size}
							width={Math.max(0.5, step - gap)}
							height={size}
							className="chart-bar"
						/>
					)
				})}
			</svg>
			<p className="chart-ends" aria-hidden="true">
				<span>{bars[0]?.label}</span>
				<span>{bars.at(-1)?.label}</span>
			</p>
		</Chart>
	)
}

/** A horizontal bar chart: each bar has its name and value, so no legend is needed. */
export function LineBars({ bars, ...rest }: BarsProps) {
	const most = Math.max(1, ...bars.map(({ value }) => value))
	return (
		<Chart bars={bars} {...rest} summary={bars.length === 0 ? 'Sin datos en el período.' : ''}>
			<ul className="line-bars stack">
				{bars.map((bar) => (
					<li key={bar.id}>
						<span>{bar.label}</span>
						<span className="digits">{rest.format(bar.value)}</span>
						<svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
							<rect width="100" height="6" className="chart-track" />
							<rect width={(bar.value / most) * 100} height="6" className="chart-bar" />
						</svg>
					</li>
				))}
			</ul>
		</Chart>
	)
}

interface ChartProps extends BarsProps {
	readonly summary: string
	readonly children: React.ReactNode
}

function Chart({ title, bars, format, rowHeading, unit, more = [], summary, children }: ChartProps) {
	const id = useId()
	return (
		<section aria-labelledby={id}>
			<h4 id={id} className="title-s">
				{title}
			</h4>
			{summary && <p className="muted small">{summary}</p>}
			{bars.length > 0 && children}
			{bars.length > 0 && (
				<details className="chart-table">
					<summary>
						Ver la tabla<span className="visually-hidden">{` de ${title.toLowerCase()}`}</span>
					</summary>
					<table className="staff-table">
						<thead>
							<tr>
								<th scope="col">{rowHeading}</th>
								{[unit, ...more.map(({ head }) => head)].map((head) => (
									<th key={head} scope="col" className="staff-number">
										{head}
									</th>
								))}
							</tr>
						</thead>
						<tbody>
							{bars.map((bar, at) => (
								<tr key={bar.id}>
									<th scope="row">{bar.label}</th>
									<td className="staff-number">{format(bar.value)}</td>
									{more.map(({ head, values }) => (
										<td key={head} className="staff-number">
											{values[at]}
										</td>
									))}
								</tr>
							))}
						</tbody>
					</table>
				</details>
			)}
		</section>
	)
}
