/**
 * When orders are handed over at the station and the notice that it takes, within a sentence; null: agreed on with each
 * customer.
 */
export function pickupHours(horario: string | null, avisoHoras: number): string | null {
	if (avisoHoras === 0) return horario
	const aviso = `con al menos ${avisoHoras} ${avisoHoras === 1 ? 'hora' : 'horas'} de aviso`
	return `${horario ?? 'a la hora que acordemos'}, ${aviso}`
}
