/** Questions and answers as plain text: the page shows them and search engines read them. */
export const questions: readonly { readonly question: string; readonly answer: string }[] = [
	{
		question: '¿Cuánto cuesta el despacho?',
		answer:
			'Depende de la distancia en auto desde la tienda, en Santiago: gratis a menos de 5 km, $3.500 de 5 a 8 km y $4.000 de más de 8 hasta 15 km. A más de 15 km no despachamos. Lo ves antes de pagar, apenas eliges tu dirección.',
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
