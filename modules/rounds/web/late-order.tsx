import { useAct } from '#core/web/panel/act.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import { addStop } from '#modules/rounds/endpoints.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import { useDeliveries } from '#modules/rounds/web/use-round.ts'

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
