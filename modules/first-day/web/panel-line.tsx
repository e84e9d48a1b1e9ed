import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOfSettings, panelKey, panelQueryOf } from '#core/web/panel/panel-parts.tsx'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { readFirstDay } from '#modules/first-day/endpoints.ts'

/** Reads the checklist before the first sale. `refetchMs`: refetch interval, for steps that complete later. */
export function useFirstDay({ refetchMs }: { refetchMs?: number } = {}) {
	return useQuery({
		queryKey: [...panelKey, 'primer_dia'],
		queryFn: () => fetchFrom(readFirstDay),
		refetchInterval: (query) => (query.state.data?.faltan === 0 ? false : (refetchMs ?? false)),
	})
}

/** `lun 30`: a phone's head has room for no more. */
const dayOfWeek = new Intl.DateTimeFormat('es-CL', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })

/**
 * Shows the closed shop or the unfinished checklist in place of the panel's usual line; `usual` has the same height, so
 * the answer causes no layout shift.
 */
export function FirstDayLine({ section, usual }: { readonly section: string; readonly usual: ReactNode }) {
	const { data } = useFirstDay()
	if (data?.cierre) {
		const { vuelta } = data.cierre
		// In every section, because a shop that remains closed by mistake makes no sales.
		return (
			<p className="panel-line">
				<Link className="badge tone-warn" to={`?${addressOfSettings('cierre')}`}>
					{vuelta === null ? 'Tienda cerrada' : `Cerrada · ${dayOfWeek.format(new Date(vuelta))}`}
				</Link>
			</p>
		)
	}
	const missing = data?.editable && section !== 'primer_dia' ? data.faltan : 0
	if (missing === 0) return usual
	return (
		<p className="panel-line">
			<Link className="link" to={`?${panelQueryOf('primer_dia')}`}>
				{`Primer día: ${missing === 1 ? 'falta 1 paso' : `faltan ${missing} pasos`}`}
			</Link>
		</p>
	)
}
