import { Icon } from '#core/web/ui/icon.tsx'

interface PagerProps {
	readonly page: number
	readonly count: number
	readonly pageSize: number
	/** What the rows are, in the plural. */
	readonly what: string
	readonly onPage: (page: number) => void
}

const thousands = new Intl.NumberFormat('es-CL')

/**
 * The page to show instead of `page`, which holds no rows: the last that holds some. A page ends when its last row is settled,
 * and a link may name one that never was.
 */
export function pageInstead(page: number, count: number, pageSize: number): number {
	// Counts may be older than the rows: one page back is nearer to the end in any case.
	return Math.max(1, Math.min(page - 1, Math.ceil(count / pageSize)))
}

/** How many rows of them are shown: `1–25 de 60 órdenes`, `1 orden`. `what` is the plural of a word that ends in a vowel or -n. */
export function shownText(shown: { first: number; last: number; count: number; what: string }): string {
	const { first, last, count, what } = shown
	if (count === 1) return `1 ${what === 'órdenes' ? 'orden' : what.replace(/s$/, '')}`
	const [from, to, all] = [first, last, count].map((number) => thousands.format(number))
	return `${from}–${to} de ${all} ${what}`
}

/** How many rows there are, which of them are shown, and the ways to the others. */
export function Pager({ page, count, pageSize, what, onPage }: PagerProps) {
	const pages = Math.max(1, Math.ceil(count / pageSize))
	const first = Math.min(count, (page - 1) * pageSize + 1)
	const last = Math.min(count, page * pageSize)
	if (count === 0 && page === 1) return null
	return (
		<nav className="pager" aria-label={`Páginas de ${what}`}>
			<p className="muted small digits">{shownText({ first, last, count, what })}</p>
			{(pages > 1 || page > 1) && (
				<div className="pager-buttons">
					<button type="button" className="icon-button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
						<Icon name="left" />
						<span className="visually-hidden">Página anterior</span>
					</button>
					<span className="small digits" aria-current="page">
						{`Página ${thousands.format(page)} de ${thousands.format(pages)}`}
					</span>
					<button type="button" className="icon-button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
						<Icon name="right" />
						<span className="visually-hidden">Página siguiente</span>
					</button>
				</div>
			)}
		</nav>
	)
}
