import type { QuoteDeliveryAnswer } from '#modules/delivery/shapes.ts'

const quote: QuoteDeliveryAnswer = {
	lugar_id: 'a',
	distancia_m: 6_234,
	costo: 3_500,
	gratis: false,
	fuera_de_cobertura: false,
	direccion: 'Av. Providencia 2124, Providencia',
	comuna: 'Providencia',
	lat: -33.42,
	lng: -70.61,
	numero: 2124,
	en_rm: true,
	sin_medir: false,
	cotizacion: 'signed',
	vence: '2026-11-20T12:00:00.000Z',
}

/** A delivery quote for tests, with overrides. */
export function quoteOf(change: Partial<QuoteDeliveryAnswer>): QuoteDeliveryAnswer {
	return { ...quote, ...change }
}
