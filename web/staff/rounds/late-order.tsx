import { addStop } from '#contract/staff/round-endpoints.ts'
import type { RoundAnswer } from '#contract/staff/rounds.ts'
import { formatDireccion } from '#domain/delivery/delivery.ts'
import { requestTo } from '#web/session/api.ts'
import { useAct } from '#web/staff/act.ts'
import { useDeliveries } from '#web/staff/rounds/use-round.ts'
import { Alert } from '#web/ui/alert.tsx'

/** Offers pending orders for a planned or started round. Renders nothing without any. */
export function LateOrders({ round }: { round: RoundAnswer }) {
	const { data } = useDeliveries()
	const { act, isBusy, problem } = useAct()
	const waiting = data?.despachos.filter(({ detenida }) => !detenida) ?? []
	if (waiting.length === 0) return null
	return (
		<details className="late-orders">
			<summary>Agregar una orden</summary>
			{problem && <Alert>{problem}</Alert>}
			<ul>
				{waiting.map(({ orden_id, nro_orden, direccion }) => (
					<li key={orden_id} className="staff-row">
						<span className="can-shrink">{`Orden ${nro_orden} · ${formatDireccion(direccion) || 'Sin dirección'}`}</span>
						<button
							type="button"
							className="staff-action"
							disabled={isBusy}
							onClick={() =>
								void act({
									request: requestTo(addStop, { params: { id: round.id }, body: { orden_id } }),
									done: `Orden ${nro_orden} en la ronda`,
								})
							}
						>
							Agregar<span className="visually-hidden">{` la orden ${nro_orden}`}</span>
						</button>
					</li>
				))}
			</ul>
		</details>
	)
}
