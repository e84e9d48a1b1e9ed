import { expect, it } from 'vitest'
import { amountsOf } from '#modules/tax-documents/tax-document.ts'
import { createFakeTaxDocuments } from '#tests/fake-tax-documents.ts'

it("the tests' tax provider makes one document for one id, also after a lost answer", async () => {
	const provider = createFakeTaxDocuments()
	const amounts = amountsOf({ lines: [{ nombre: 'Shaker', cantidad: 1, precio: 29_990 }], despacho: 0 }, 29_990)
	const document = { id: 'a', tipo: 39, fecha: '2026-11-23', receptor: null, medio_pago: 3, referencia: null } as const
	provider.faults.push('lost')
	expect(await provider.emit({ ...document, ...amounts })).toMatchObject({ kind: 'unknown', didNothing: false })
	expect(await provider.emit({ ...document, ...amounts })).toMatchObject({ kind: 'emitted', folio: 1 })
	expect(provider.made).toHaveLength(1)
})
