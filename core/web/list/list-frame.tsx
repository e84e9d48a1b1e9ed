import type { ReactNode } from 'react'
import { Alert } from '#core/web/ui/alert.tsx'

interface ListFrameProps {
	readonly isFirst: boolean
	readonly isBusy: boolean
	readonly isError: boolean
	readonly isEmpty: boolean
	/** What to say when nothing is found. */
	readonly emptyText: ReactNode
	readonly onReload: () => void
	readonly children: ReactNode
}

/** The place of a list: the same words for every list that loads, is empty or could not be loaded. */
export function ListFrame({ isFirst, isBusy, isError, isEmpty, emptyText, onReload, children }: ListFrameProps) {
	if (isFirst) {
		return (
			<p role="status" className="staff-waiting">
				Cargando panel...
			</p>
		)
	}
	if (isError) {
		return (
			<Alert>
				No pudimos cargar esta lista.{' '}
				<button type="button" className="link" onClick={onReload}>
					Reintentar
				</button>
			</Alert>
		)
	}
	return (
		<div aria-busy={isBusy} className="staff-list">
			{isEmpty ? <div className="staff-waiting">{emptyText}</div> : children}
		</div>
	)
}
