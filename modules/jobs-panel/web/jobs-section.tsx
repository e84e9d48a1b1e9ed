import { queueText } from '#core/rules/job-queues.ts'
import { metodoPagoText } from '#core/rules/payment-methods.ts'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { useAct } from '#core/web/panel/act.ts'
import { PanelLink, PanelSection, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { listJobs, retryJob } from '#modules/jobs-panel/endpoints.ts'
import type { ListJobsAnswer, StaffJob } from '#modules/jobs-panel/shapes.ts'
import { gatewayCallText } from '#modules/orders/payment-details.ts'

/** Job states change without staff, so the list is refetched. */
const refetchInterval = 10_000
const states = [
	{ state: 'fallido', label: 'Falló', tone: 'danger' },
	{ state: 'reintento', label: 'Se reintentará', tone: 'warn' },
	{ state: 'en_curso', label: 'En curso', tone: 'info' },
	{ state: 'espera', label: 'En espera', tone: 'info' },
] as const

function JobLine({ job }: { job: StaffJob }) {
	const { act, isBusy, problem } = useAct()
	const badge = states.find(({ state }) => state === job.estado)
	const retry = () =>
		void act({
			request: requestTo(retryJob, { params: { id: job.id } }),
			done: `${queueText(job.cola)}: se reintentará`,
		})
	return (
		<>
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
					<PanelLink to={{ orden: job.orden_id }} className="link row-link">
						Ver la orden
					</PanelLink>
				)}
				{problem && (
					<p role="alert" className="danger small">
						{problem}
					</p>
				)}
			</div>
			<div className="job-side">
				{badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
				{job.estado === 'fallido' && (
					<button type="button" className="staff-action" disabled={isBusy} onClick={retry}>
						Reintentar<span className="visually-hidden">{` ${queueText(job.cola)}`}</span>
					</button>
				)}
			</div>
		</>
	)
}

/** The gateways that did not do what their last calls asked, with their answers. */
function FailingGateways({ failing }: { failing: ListJobsAnswer['pasarelas'] }) {
	return failing.map(({ gateway, seguidas, desde, llamada, respuesta, orden_id }) => {
		const failed = seguidas === 1 ? 'la última llamada falló' : `las últimas ${seguidas} llamadas fallaron`
		return (
			<div key={gateway} className="below-m">
				<Alert tone="warn">
					<p>
						{`${metodoPagoText[gateway]}: ${failed}, desde ${formatMoment(desde)}. Al ${gatewayCallText[llamada]}: ${respuesta}`}
					</p>
					{orden_id && (
						<PanelLink to={{ orden: orden_id }} className="link row-link">
							Ver la orden
						</PanelLink>
					)}
				</Alert>
			</div>
		)
	})
}

/** Pending and failed background jobs. */
export default function JobsSection() {
	const { text } = usePanelAddress()
	const list = useListPage('trabajos', (page) => requestTo(listJobs, { query: { estado: text('estado'), ...page } }), {
		refetchInterval,
	})
	const queues = list.answer?.colas ?? []
	const countOf = (state: StaffJob['estado']) => queues.reduce((sum, queue) => sum + queue[state], 0)
	return (
		<PanelSection>
			<FailingGateways failing={list.answer?.pasarelas ?? []} />
			<ListPage
				list={list}
				rowKey="id"
				what="trabajos"
				chips={{
					param: 'estado',
					options: [
						['', 'Todos'],
						...states.map(({ state, label }) => [state, `${label} (${countOf(state)})`] as const),
					],
				}}
				empty="Nada pendiente: todo está hecho."
				line={(job) => <JobLine job={job} />}
			/>
		</PanelSection>
	)
}
