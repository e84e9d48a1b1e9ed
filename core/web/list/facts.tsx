import type { ReactNode } from 'react'

/** Names and values in the body of a card; a fact without a value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
	return (
		<dl className="fold-list">
			{facts.map(
				([name, value]) =>
					value && (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{value}</dd>
						</div>
					),
			)}
		</dl>
	)
}
