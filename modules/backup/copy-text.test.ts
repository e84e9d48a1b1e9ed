import { expect, test } from 'vitest'
import { waitingText } from '#modules/backup/copy-text.ts'

test.each([
	[{ correos: 0, devoluciones: 0, vencidas: 0 }, 'Lo que espera: nada.'],
	[{ correos: 1, devoluciones: 0, vencidas: 0 }, 'Lo que espera: un correo.'],
	[
		{ correos: 12, devoluciones: 1, vencidas: 3 },
		'Lo que espera: 12 correos, una devolución y 3 pedidos sin pagar que vencen.',
	],
])('names what waits of %j', (waiting, text) => {
	expect(waitingText(waiting)).toBe(text)
})
