import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { useAct } from '#core/web/panel/act.ts'
import { PanelLink, PanelSection, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import { listJobs, retryJob } from '#modules/jobs-panel/endpoints.ts'
import type { StaffJob } from '#modules/jobs-panel/shapes.ts'

/** Job states change without staff, so the list is refetched. */
const refetchInterval = 10_000
const states = ['fallido', 'reintento', 'en_curso', 'espera'] as const

function JobLine({ job }: { job: StaffJob }) {
	const { act, isBusy, problem } = useAct()
	const { label, tone } = jobStateBadges[job.estado]
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
				<Badge tone={tone}>{label}</Badge>
				{job.estado === 'fallido' && (
					<button type="button" className="staff-action" disabled={isBusy} onClick={retry}>
						Reintentar<span className="visually-hidden">{` ${queueText(job.cola)}`}</span>
					</button>
				)}
			</div>
		</>
	)
}

/** Pending and failed background jobs. */
export default function JobsSection() {
	const { text } = usePanelAddress()
	const list = useListPage('trabajos', (page) => requestTo(listJobs, { query: { estado: text('estado'), ...page } }), {
		refetchInterval,
	})
	const counts = countStates(list.answer?.colas ?? [])
	return (
		<PanelSection>
			<ListPage
				list={list}
				rowKey="id"
				what="trabajos"
				chips={{
					param: 'estado',
					options: [
						['', 'Todos'],
						...states.map((state) => [state, `${jobStateBadges[state].label} (${counts[state]})`] as const),
					],
				}}
				empty="Nada pendiente: todo está hecho."
				line={(job) => <JobLine job={job} />}
			/>
		</PanelSection>
	)
}

const queues: Readonly<Record<StaffJob['cola'], string>> = {
	enviar_correo: 'Enviar correo',
	liquidar_pago: 'Consultar un pago',
	devolver_pago: 'Devolver dinero',
	seguir_disputa: 'Seguir una disputa',
	emitir_documento: 'Emitir boleta o factura',
	avisar_entrega: 'Avisar de una entrega',
	avisar_equipo: 'Avisar al equipo',
	enviar_aviso: 'Enviar aviso a un dispositivo',
	seguir_documentos: 'Seguir documentos tributarios',
	conciliar_pagos: 'Conciliar pagos',
	vencer_ordenes: 'Vencer órdenes',
	vigilar_atrasos: 'Vigilar atrasos',
	resumir_pedidos: 'Resumen de pedidos',
	renovar_feed: 'Renovar el feed social',
	limpiar: 'Limpieza',
	respaldar: 'Respaldar fuera de este equipo',
	anotar_borrados: 'Anotar cuentas borradas',
}

export const queueText = (cola: StaffJob['cola']) => queues[cola]

/** Label and badge tone of each job state. */
export const jobStateBadges: Readonly<
	Record<StaffJob['estado'], { readonly label: string; readonly tone: 'info' | 'warn' | 'danger' }>
> = {
	fallido: { label: 'Falló', tone: 'danger' },
	reintento: { label: 'Se reintentará', tone: 'warn' },
	en_curso: { label: 'En curso', tone: 'info' },
	espera: { label: 'En espera', tone: 'info' },
}

/** Sums the numbers of jobs by state over all queues. */
export function countStates(
	queues: readonly Readonly<Record<StaffJob['estado'], number>>[],
): Record<StaffJob['estado'], number> {
	const sums = { espera: 0, reintento: 0, en_curso: 0, fallido: 0 }
	for (const queue of queues) {
		sums.espera += queue.espera
		sums.reintento += queue.reintento
		sums.en_curso += queue.en_curso
		sums.fallido += queue.fallido
	}
	return sums
}
