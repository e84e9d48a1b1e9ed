import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { ListJobsAnswer, StaffJob } from '#contract/staff/jobs.ts'
import { formatMoment } from '#web/accounts/local-moment.ts'
import { askApi } from '#web/query-client.tsx'
import { useAct } from '#web/staff/act.ts'
import { countStates, jobStates, queueText } from '#web/staff/jobs/job-text.ts'
import { ListFrame } from '#web/staff/list/list-frame.tsx'
import { Pager } from '#web/staff/list/pager.tsx'
import { listAddress, pageSize } from '#web/staff/list/use-staff-list.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Jobs come and go by themselves, so the page looks again. */
const lookAgainMs = 10_000
const states = ['fallido', 'reintento', 'en_curso', 'espera'] as const

function JobRow({ job }: { job: StaffJob }) {
	const { linkWith } = usePanelAddress()
	const { act, isBusy, problem } = useAct()
	const { label, tone } = jobStates[job.estado]
	const retry = () =>
		void act({ path: `/api/admin_trabajos/${job.id}/reintentar/`, done: `${queueText(job.cola)}: se reintentará` })
	return (
		<li className="staff-row">
			<div className="min-w-0">
				<p className="font-semibold">{queueText(job.cola)}</p>
				<p className="text-muted text-s">
					{formatMoment(job.created_at)} · intento {Math.min(job.intentos + 1, job.max_intentos)} de {job.max_intentos}
					{job.proximo_at && ` · próximo: ${formatMoment(job.proximo_at)}`}
				</p>
				{job.error && <p className="job-error">{job.error}</p>}
				{job.orden_id && (
					<Link to={linkWith({ orden: job.orden_id })} className="link row-link">
						Ver la orden
					</Link>
				)}
				{problem && (
					<p role="alert" className="text-danger text-s">
						{problem}
					</p>
				)}
			</div>
			<div className="job-side">
				<Badge tone={tone}>{label}</Badge>
				{job.estado === 'fallido' && (
					<button type="button" className="staff-action" disabled={isBusy} onClick={retry}>
						Reintentar<span className="sr-only"> {queueText(job.cola)}</span>
					</button>
				)}
			</div>
		</li>
	)
}

/** What the shop still has to do in the background, and what it gave up. */
export function JobsSection() {
	const { text, page, change } = usePanelAddress()
	const address = listAddress('/api/admin_trabajos/', { estado: text('estado'), page, page_size: pageSize })
	const { data, error, isPending, isFetching, refetch } = useQuery({
		queryKey: ['panel', 'trabajos', address],
		queryFn: () => askApi<ListJobsAnswer>(address, { auth: true }),
		placeholderData: keepPreviousData,
		staleTime: 0,
		refetchInterval: lookAgainMs,
	})
	useEffect(() => {
		if (error) console.error('the jobs could not be loaded', error)
	}, [error])
	const counts = countStates(data?.colas ?? [])
	const jobs = data?.results ?? []
	return (
		<section aria-labelledby="panel-trabajos">
			<h3 id="panel-trabajos" className="sr-only">
				Trabajos
			</h3>
			<fieldset className="chips">
				<legend className="sr-only">Mostrar</legend>
				{(['', ...states] as const).map((state) => (
					<button
						key={state}
						type="button"
						className="staff-action"
						aria-pressed={text('estado') === state}
						onClick={() => change({ estado: state })}
					>
						{state === '' ? 'Todos' : `${jobStates[state].label} (${counts[state]})`}
					</button>
				))}
			</fieldset>
			<ListFrame
				isFirst={isPending}
				isBusy={isFetching}
				isError={error !== null}
				isEmpty={jobs.length === 0}
				emptyText="Nada pendiente: todo está hecho."
				onReload={() => void refetch()}
			>
				<ul>
					{jobs.map((job) => (
						<JobRow key={job.id} job={job} />
					))}
				</ul>
			</ListFrame>
			<Pager
				page={page}
				count={data?.count ?? 0}
				pageSize={pageSize}
				what="trabajos"
				onPage={(pagina) => change({ pagina: pagina === 1 ? '' : pagina })}
			/>
		</section>
	)
}
