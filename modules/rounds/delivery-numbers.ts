/** Sums of a period: delivery attempts, and driving in metres and seconds. */
export interface DrivenSums {
	readonly rondas: number
	readonly entregadas: number
	readonly a_tiempo: number
	/** Handed over before the announced hour: not on time. */
	readonly adelantadas: number
	readonly no_entregadas: number
	readonly metros: number
	readonly segundos: number
}

export interface DrivingCosts {
	readonly costo_km: number
	readonly costo_hora: number
}

export interface DeliveryNumbers extends DrivenSums {
	/** Per cent of the deliveries, one decimal; null without any. */
	readonly a_tiempo_porcentaje: number | null
	readonly costo: number
	readonly costo_por_entrega: number | null
}

const nothing: DrivenSums = {
	rondas: 0,
	entregadas: 0,
	a_tiempo: 0,
	adelantadas: 0,
	no_entregadas: 0,
	metros: 0,
	segundos: 0,
}

export function sumDriven(all: readonly DrivenSums[]): DrivenSums {
	return all.reduce(
		(sum, one) => ({
			rondas: sum.rondas + one.rondas,
			entregadas: sum.entregadas + one.entregadas,
			a_tiempo: sum.a_tiempo + one.a_tiempo,
			adelantadas: sum.adelantadas + one.adelantadas,
			no_entregadas: sum.no_entregadas + one.no_entregadas,
			metros: sum.metros + one.metros,
			segundos: sum.segundos + one.segundos,
		}),
		nothing,
	)
}

/** The numbers of driving: the share on time, and the cost per delivery. */
export function deliveryNumbers(sums: DrivenSums, { costo_km, costo_hora }: DrivingCosts): DeliveryNumbers {
	const { entregadas, a_tiempo, metros, segundos } = sums
	const costo = Math.round((metros * costo_km) / 1_000 + (segundos * costo_hora) / 3_600)
	return {
		...sums,
		a_tiempo_porcentaje: entregadas === 0 ? null : Math.round((a_tiempo / entregadas) * 1_000) / 10,
		costo,
		costo_por_entrega: entregadas === 0 ? null : Math.round(costo / entregadas),
	}
}
