import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { StaffJob } from '#contract/staff/jobs.ts'
import { listJobs, retryJob } from '#contract/staff/operation-endpoints.ts'
import { requestTo } from '#web/session/api.ts'
import { fetchFrom } from '#web/session/query-client.tsx'
import { useAct } from '#web/staff/act.ts'
import { countStates, jobStateBadges, queueText } from '#web/staff/jobs/job-text.ts'
import { PagedList } from '#web/staff/list/paged-list.tsx'
import { emptyPage, readList } from '#web/staff/list/read-list.ts'
import { pageSize, type StaffList } from '#web/staff/list/use-staff-list.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { panelKey } from '#web/staff/panel-key.ts'
import { PanelSection } from '#web/staff/panel-section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { formatMoment } from '#web/ui/format-date.ts'

/** Job states change without staff, so the list is refetched. */
const refetchMs = 10_000
const states = ['fallido', 'reintento', 'en_curso', 'espera'] as const

function JobRow({ job }: { job: StaffJob }) {
	const { linkWith } = usePanelAddress()
	const { act, isBusy, problem } = useAct()
	const { label, tone } = jobStateBadges[job.estado]
	const retry = () =>
		void act({
			request: requestTo(retryJob, { params: { id: job.id } }),
			done: `${queueText(job.cola)}: se reintentará`,
		})
	return (
		<li className="staff-row">
			<div className="can-shrink">
				<p className="strong">{queueText(job.cola)}</p>
				<p className="muted small">
					{[
						formatMoment(job.created_at),
						`intento ${Math.min(job.intentos + 1, job.max_intentos)} de ${job.max_intentos}`,
						job.proximo_at && `próximo: ${formatMoment(job.proximo_at)}`,
					]
						.filter(Boolean)
						.join(' · ')}
				</p>
				{job.error && <p className="job-error">{job.error}</p>}
				{job.orden_id && (
					<Link to={linkWith({ orden: job.orden_id })} className="link row-link">
						Ver la orden
					</Link>
				)}
				{problem && (
					<p role="alert" className="danger small">
						{problem}
					</p>
				)}
			</div>
			<div className="job-side">
				<Badge tone={tone}>{label}</Badge>
				{job.estado === 'fallido' && (
					<button type="button" className="staff-action" disabled={isBusy} onClick={retry}>
						Reintentar<span className="visually-hidden">{` ${queueText(job.cola)}`}</span>
					</button>
				)}
			</div>
		</li>
	)
}

/** Pending and failed background jobs. */
export function JobsSection() {
	const { text, page, change } = usePanelAddress()
	const query = { estado: text('estado'), page, page_size: pageSize }
	const { data, error, isPending, isFetching, refetch } = useQuery({
		queryKey: [...panelKey, 'trabajos', query],
		queryFn: () => fetchFrom(listJobs, { query }),
		placeholderData: keepPreviousData,
		staleTime: 0,
		refetchInterval: refetchMs,
	})
	useEffect(() => {
		if (error) console.error('the jobs could not be loaded', error)
	}, [error])
	const counts = countStates(data?.colas ?? [])
	const list: StaffList<StaffJob> = {
		page: data && !error ? readList<StaffJob>(data) : emptyPage,
		isFirst: isPending,
		isBusy: isFetching,
		isError: error !== null,
		reload: () => void refetch(),
	}
	return (
		<PanelSection name="trabajos">
			<fieldset className="chips">
				<legend className="visually-hidden">Mostrar</legend>
				{(['', ...states] as const).map((state) => (
					<button
						key={state}
						type="button"
						className="staff-action"
						aria-pressed={text('estado') === state}
						onClick={() => change({ estado: state })}
					>
						{state === '' ? 'Todos' : `${jobStateBadges[state].label} (${counts[state]})`}
					</button>
				))}
			</fieldset>
			<PagedList list={list} what="trabajos" emptyText="Nada pendiente: todo está hecho.">
				{(jobs) => (
					<ul>
						{jobs.map((job) => (
							<JobRow key={job.id} job={job} />
						))}
					</ul>
				)}
			</PagedList>
		</PanelSection>
	)
}
