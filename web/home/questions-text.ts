import { coverageOf, type Tariff } from '#domain/delivery/tariff.ts'
import { kilometersText, tariffText } from '#domain/delivery/tariff-text.ts'

/** Questions and answers as plain text: the page shows them and search engines read them. */
export const questionsOf = (tariff: Tariff): readonly { readonly question: string; readonly answer: string }[] => [
	{
		question: '¿Cuánto cuesta el despacho?',
		answer: `Depende de la distancia en auto desde la tienda, en Santiago: ${tariffText(tariff)}. A más de ${kilometersText(coverageOf(tariff))} km no despachamos. Lo ves antes de pagar, apenas eliges tu dirección.`,
	},
	{
		question: '¿Puedo retirar mi pedido?',
		answer: 'Sí, gratis, en una estación de metro. La estación aparece al elegir «Retiro» en el pago.',
	},
	{
		question: '¿Cómo puedo pagar?',
		answer:
			'Con tarjeta de crédito o débito en una pasarela de pago, por transferencia bancaria subiendo el comprobante, o en efectivo al recibir, solo en la Región Metropolitana.',
	},
	{
		question: '¿Cómo se carga?',
		answer: 'Por USB, en el puerto que está en la base.',
	},
	{
		question: '¿Cómo se lava?',
		answer:
			'Con agua y unas gotas de detergente: bate unos segundos y enjuaga. La base lleva el motor y no se sumerge.',
	},
	{
		question: '¿Y si me arrepiento?',
		answer: 'Tienes 10 días desde que recibes el producto para devolverlo y recuperar tu dinero, sin dar motivos.',
	},
]
