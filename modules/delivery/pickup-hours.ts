/** The pickup hours and the required notice, within a sentence; null: agreed with each customer. */
export function pickupHours(horario: string | null, avisoHoras: number): string | null {
	if (avisoHoras === 0) return horario
	const aviso = `con al menos ${avisoHoras} ${avisoHoras === 1 ? 'hora' : 'horas'} de aviso`
	return `${horario ?? 'a la hora que acordemos'}, ${aviso}`
}
