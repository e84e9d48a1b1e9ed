import { expect, it } from 'vitest'
import { deliveryNumbers, sumDriven } from '#modules/rounds/server/delivery-numbers.ts'

const costs = { costo_km: 200, costo_hora: 4_000 }
const day = { rondas: 1, entregadas: 3, a_tiempo: 2, adelantadas: 1, no_entregadas: 1, metros: 12_500, segundos: 5_400 }

it('computes the share on time, and divides the costs of kilometres and hours by the deliveries', () => {
	const numbers = deliveryNumbers(sumDriven([day, { ...day, a_tiempo: 3 }]), costs)
	expect(numbers).toMatchObject({
		rondas: 2,
		entregadas: 6,
		a_tiempo: 5,
		adelantadas: 2,
		no_entregadas: 2,
		metros: 25_000,
	})
	// 25 km at 200 CLP, three hours at 4,000.
	expect(numbers).toMatchObject({ a_tiempo_porcentaje: 83.3, costo: 17_000, costo_por_entrega: 2_833 })
})

it('returns null without deliveries', () => {
	const numbers = deliveryNumbers({ ...day, entregadas: 0, a_tiempo: 0 }, costs)
	expect(numbers).toMatchObject({ a_tiempo_porcentaje: null, costo: 8_500, costo_por_entrega: null })
	expect(deliveryNumbers(sumDriven([]), costs)).toMatchObject({ rondas: 0, costo: 0 })
})
