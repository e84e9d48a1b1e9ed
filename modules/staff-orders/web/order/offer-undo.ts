import type { QueryClient } from '@tanstack/react-query'
import { actProblem } from '#core/web/panel/act.ts'
import { panelKey } from '#core/web/panel/panel-key.ts'
import { call } from '#core/web/session/api.ts'
import { notify } from '#core/web/ui/notices-store.ts'
import { undoChange } from '#modules/staff-orders/endpoints.ts'
import type { StaffOrder } from '#modules/staff-orders/shapes.ts'

type Undoable = Pick<StaffOrder, 'id' | 'nro_orden' | 'deshacer_hasta'>

async function undo(client: QueryClient, { id, nro_orden }: Undoable): Promise<void> {
	const answer = await call(undoChange, { params: { id } })
	if (answer.ok) notify(`Se deshizo el cambio de la orden ${nro_orden}.`, 'done')
	else notify(actProblem(answer))
	await client.invalidateQueries({ queryKey: panelKey })
}

/** Offers to undo the last change of an order for as long as that can be done. */
export function offerUndo(client: QueryClient, order: Undoable): void {
	if (order.deshacer_hasta === null || Date.parse(order.deshacer_hasta) <= Date.now()) return
	const action = {
		label: 'Deshacer',
		until: Date.parse(order.deshacer_hasta),
		run: () => void undo(client, order),
	}
	notify(`Cambiaste la orden ${order.nro_orden}.`, 'done', { action })
}
