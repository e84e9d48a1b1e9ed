import { expect, it } from 'vitest'
import { deliveryMails } from '#modules/rounds/server/delivery-mails.ts'
import { sampleOrder, sampleShop } from '#tests/sample-mails.ts'

const textOf = (sigue: string) =>
	deliveryMails.no_entregado.write({ ...sampleOrder, motivo: 'rechazado', sigue }, sampleShop).paragraphs.join(' ')

it('promises another delivery after a failed attempt', () => {
	expect(textOf('otra_ronda')).toContain('Te llamaremos para acordar otra entrega.')
	expect(textOf('otra_ronda')).not.toMatch(/anular|devolver/)
})

it('promises no other delivery of a cancelled order, and no refund of an unpaid one', () => {
	expect(textOf('anular')).toContain('vamos a anular el pedido y, si ya lo pagaste, a devolverte el dinero')
	expect(textOf('anular')).toContain('Si todavía lo quieres, escríbenos')
	expect(textOf('anular')).not.toContain('otra entrega')
})
