import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#core/web/session/api.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { Badge } from '#core/web/ui/badge.tsx'
import { Button } from '#core/web/ui/button.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { clearNotices, notify } from '#core/web/ui/notices-store.ts'
import { Skeleton } from '#core/web/ui/skeleton.tsx'
import { updateAndFocus } from '#core/web/ui/update-and-focus.ts'
import { deviceName } from '#modules/accounts/device-name.ts'
import * as endpoints from '#modules/accounts/profile-endpoints.ts'
import type { SessionsAnswer } from '#modules/accounts/shapes.ts'
import { focusUnlessMoved } from '#modules/accounts/web/focus-unless-moved.ts'

/** Query key of the customer's sessions. */
export const sessionsKey = ['sesiones'] as const
type Session = SessionsAnswer['results'][number]

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
	const device = deviceName(session.dispositivo)

	const end = useMutation({
		mutationFn: () => call(endpoints.endSession, { params: { id: session.id } }),
		onSuccess(answer) {
			if (!answer.ok && answer.status !== 404) return notify('No pudimos cerrar esa sesión. Intenta nuevamente.')
			clearNotices()
			onEnded()
		},
	})
	return (
		<li className="own-row">
			<div>
				<p className="strong">{device}</p>
				<p className="muted small">{`Última actividad: ${formatMoment(session.used_at)}`}</p>
			</div>
			{session.actual ? (
				<Badge tone="ok">Esta sesión</Badge>
			) : (
				<Button look="plain" isBusy={end.isPending} onClick={() => end.mutate()}>
					Cerrar<span className="visually-hidden">{` la sesión de ${device}`}</span>
				</Button>
			)}
		</li>
	)
}

/** The customer's sessions, each with a button that ends it. */
export function Sessions() {
	const client = useQueryClient()
	const title = useRef<HTMLHeadingElement>(null)
	const [ended, setEnded] = useState<readonly string[]>([])
	const { data, isError, refetch } = useQuery({
		queryKey: sessionsKey,
		queryFn: () => fetchFrom(endpoints.listSessions),
	})
	function onEnded(id: string): void {
		updateAndFocus(
			() => setEnded((before) => [...before, id]),
			() => focusUnlessMoved(title.current),
		)
		void client.invalidateQueries({ queryKey: sessionsKey })
	}
	return (
		<section aria-labelledby="tus-sesiones">
			<div className="own-head">
				<h2 ref={title} id="tus-sesiones" className="title-m">
					Sesiones abiertas
				</h2>
			</div>
			{data && (
				<ul>
					{data.results
						.filter(({ id }) => !ended.includes(id))
						.map((session) => (
							<SessionRow key={session.id} session={session} onEnded={() => onEnded(session.id)} />
						))}
				</ul>
			)}
			{!data && !isError && <Skeleton size="field" />}
			{isError && (
				<p className="muted">
					No pudimos cargar tus sesiones.{' '}
					<button type="button" className="link touch" onClick={() => void refetch()}>
						Reintentar
					</button>
				</p>
			)}
		</section>
	)
}
