import { undoGraceSeconds, undoSeconds } from '#core/rules/undo-times.ts'
import { isOpenStop } from '#modules/rounds/delivery-state.ts'
import type { StopRow } from '#modules/rounds/tables.ts'

/** Whether a press at a stop can still be undone. */
export function canUndo({ estado, registrada_at }: Pick<StopRow, 'estado' | 'registrada_at'>, now: Date): boolean {
	if (isOpenStop(estado) || !registrada_at) return false
	return now.getTime() - registrada_at.getTime() <= (undoSeconds + undoGraceSeconds) * 1_000
}
