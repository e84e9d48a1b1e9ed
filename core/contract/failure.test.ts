import { expect, test } from 'vitest'
import { maxProofsPerOrder } from '#core/rules/limits.ts'
import { maxPasswordCharacters, minPasswordCharacters } from '#core/rules/person-data.ts'
import { coverageOf, initialTariff } from '#modules/delivery/tariff.ts'
import { maxProofBytes } from '#modules/payments/proof-limits.ts'
import { type FailureCode, failures } from './failure.ts'

test.each<[FailureCode, number]>([
	['clave_corta', minPasswordCharacters],
	['clave_larga', maxPasswordCharacters],
	['fuera_de_cobertura', coverageOf(initialTariff) / 1_000],
	['comprobante_grande', maxProofBytes / 1024 ** 2],
	['comprobantes_completos', maxProofsPerOrder],
])('names in the sentence of %s its limit %d', (code, limit) => {
	expect(failures[code].text).toMatch(new RegExp(`\\b${limit}\\b`))
})
