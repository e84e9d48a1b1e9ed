import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dteOf } from '#modules/tax-documents/server/openfactura-document.ts'
import { testCompany } from '#modules/tax-documents/server/tax-variables.ts'
import { amountsOf, type TaxDocument, tiposVenta } from '#modules/tax-documents/tax-document.ts'

const receptor = {
	rut: '76192083-9',
	razon_social: 'Comercial Ñandú SpA',
	giro: 'Venta al por menor por correo, por internet y teléfono',
	direccion: 'Av. Siempre Viva 742',
	comuna: 'Ñuñoa',
}
const documentOf = (tipo: TaxDocument['tipo'], total: number): TaxDocument => ({
	id: 'a',
	tipo,
	fecha: '2026-11-23',
	receptor,
	medio_pago: 2 as const,
	referencia: null,
	...amountsOf({ lines: [{ nombre: 'Premium Shaker', cantidad: 2, precio: 29_990 }], despacho: 3500 }, total),
})

describe('dteOf', () => {
	it('has lines with IVA that add up to the order, as boleta, factura and nota de crédito', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...tiposVenta, 61 as const),
				fc.integer({ min: 1, max: 2_000_000 }),
				(tipo, total) => {
					const {
						Encabezado,
						Detalle,
						DscRcgGlobal = [],
					} = { DscRcgGlobal: undefined, ...dteOf(documentOf(tipo, total), testCompany) }
					const lines = Detalle.reduce((sum, { MontoItem }) => sum + MontoItem, 0)
					const less = DscRcgGlobal.reduce((sum, { ValorDR }) => sum + ValorDR, 0)
					const { MntNeto, IVA, MntTotal } = Encabezado.Totales
					expect([lines - less, MntNeto + IVA, MntTotal]).toEqual([total, total, total])
					// Only this field marks the lines as gross.
					expect('MntBruto' in Encabezado.IdDoc).toBe(tipo !== 39)
				},
			),
		)
	})

	it("states all data of a company on a factura, with its giro truncated to the provider's limit", () => {
		expect(dteOf(documentOf(33, 29_990), testCompany).Encabezado).toMatchObject({
			IdDoc: { TipoDTE: 33, MntBruto: 1, FmaPago: 1 },
			Emisor: { RUTEmisor: testCompany.rut, Acteco: testCompany.acteco },
			Receptor: {
				RUTRecep: receptor.rut,
				RznSocRecep: receptor.razon_social,
				DirRecep: receptor.direccion,
				GiroRecep: receptor.giro.slice(0, 40),
				CmnaRecep: receptor.comuna,
			},
		})
	})

	it('names the buyer and the payment method on a boleta above 135 UF', () => {
		const { rut, razon_social } = receptor
		const named = { ...documentOf(39, 6_000_000), receptor: { rut, razon_social } }
		expect(dteOf(named, testCompany).Encabezado).toMatchObject({
			IdDoc: { TipoDTE: 39, MedioPago: 2 },
			Receptor: { RUTRecep: rut, RznSocRecep: razon_social },
		})
		expect(dteOf({ ...named, receptor: null }, testCompany).Encabezado.IdDoc).not.toHaveProperty('MedioPago')
	})
})
