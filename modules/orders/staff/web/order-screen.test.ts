import { describe, expect, it } from 'vitest'
import { refetchInterval } from '#modules/orders/staff/web/order-screen.tsx'

const now = Date.parse('2026-11-20T12:00:00Z')
const at = (minutesAgo: number) => new Date(now - minutesAgo * 60_000).toISOString()
const quiet = {
	devoluciones: [],
	correos: [],
	disputas: [],
	documentos: [],
	documentos_a_mano: false,
	nota_cliente: null,
	retornos: [],
	receptor: null,
	entrega: null,
	entregas: [],
	enlace_pago: null,
	vendida: null,
}
const order = (estado: string, minutesAgo: number) => ({
	...quiet,
	devoluciones: [{ estado, created_at: at(minutesAgo) }] as never,
})

describe('refetchInterval', () => {
	it.each(['pedida', 'enviando', 'en_curso'])(
		'looks often for a refund that was just %s, and then less often',
		(estado) => {
			expect(refetchInterval(order(estado, 1), now)).toBe(3000)
			expect(refetchInterval(order(estado, 30), now)).toBe(15_000)
		},
	)

	it('does not look for ever', () => {
		expect(refetchInterval(order('en_curso', 90), now)).toBe(false)
	})

	it.each(['hecha', 'rechazada', 'en_duda'])('has nothing to wait for when a refund is %s', (estado) => {
		expect(refetchInterval(order(estado, 0), now)).toBe(false)
	})

	it('waits for a mail that did not leave yet', () => {
		const mail = { enviado_at: null, created_at: at(0) }
		expect(refetchInterval({ ...quiet, correos: [mail] as never }, now)).toBe(3000)
		expect(refetchInterval({ ...quiet, correos: [{ ...mail, enviado_at: at(0) }] as never }, now)).toBe(false)
		expect(refetchInterval(undefined, now)).toBe(false)
	})
})
