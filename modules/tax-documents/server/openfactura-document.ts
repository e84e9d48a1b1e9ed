import { ivaPercent } from '#core/rules/money.ts'
import { normalizeRut } from '#core/rules/person-data.ts'
import type { Emisor } from '#modules/tax-documents/server/tax-documents-port.ts'
import type { Receptor, TaxDocument } from '#modules/tax-documents/tax-document.ts'

/** The RUT of an anonymous consumer. */
const anyConsumer = '66666666-6'
/** The provider's maximum length of a giro. */
const maxGiro = 40

/**
 * The document as sent to the provider: the tax authority's names, gross lines, and no folio, which the provider
 * assigns.
 */
export function dteOf(document: TaxDocument, emisor: Emisor) {
	const { lineas, descuento, referencia } = document
	const discount = { NroLinDR: 1, TpoMov: 'D', GlosaDR: 'Descuento', TpoValor: '$', ValorDR: descuento }
	return {
		Encabezado: document.tipo === 39 ? boletaHead(document, emisor) : invoiceHead(document, emisor),
		Detalle: lineas.map(({ nombre, cantidad, precio, monto }, at) => ({
			NroLinDet: at + 1,
			NmbItem: nombre,
			QtyItem: cantidad,
			PrcItem: precio,
			MontoItem: monto,
		})),
		...(descuento !== 0 && { DscRcgGlobal: [discount] }),
		...(document.tipo !== 39 && referencia && { Referencia: [referenceOf(referencia)] }),
	}
}

function boletaHead({ fecha, receptor, medio_pago, neto, iva, total }: TaxDocument, emisor: Emisor) {
	const IdDoc = { TipoDTE: 39, Folio: 0, FchEmis: fecha, IndServicio: 3 }
	return {
		// The law requires the means of payment where it requires the buyer.
		IdDoc: receptor ? { ...IdDoc, MedioPago: medio_pago } : IdDoc,
		Emisor: {
			RUTEmisor: emisor.rut,
			RznSocEmisor: emisor.razon_social,
			GiroEmisor: emisor.giro,
			DirOrigen: emisor.direccion,
			CmnaOrigen: emisor.comuna,
		},
		Receptor: receptor ? namedReceiver(receptor) : { RUTRecep: anyConsumer },
		Totales: { MntNeto: neto, IVA: iva, MntTotal: total, TotalPeriodo: total, VlrPagar: total },
	}
}

/** A factura or a nota de crédito, whose lines are gross only with this field. */
function invoiceHead({ tipo, fecha, receptor, neto, iva, total }: TaxDocument, emisor: Emisor) {
	return {
		IdDoc: { TipoDTE: tipo, Folio: 0, FchEmis: fecha, MntBruto: 1, ...(tipo === 33 ? { FmaPago: 1 } : {}) },
		Emisor: {
			RUTEmisor: emisor.rut,
			RznSoc: emisor.razon_social,
			GiroEmis: emisor.giro,
			Acteco: emisor.acteco,
			DirOrigen: emisor.direccion,
			CmnaOrigen: emisor.comuna,
		},
		Receptor: wholeReceiver(receptor, emisor),
		Totales: { MntNeto: neto, TasaIVA: String(ivaPercent), IVA: iva, MntTotal: total },
	}
}

function namedReceiver({ rut, razon_social, direccion, comuna }: Receptor) {
	return {
		RUTRecep: normalizeRut(rut) ?? rut,
		RznSocRecep: razon_social.slice(0, 100),
		...(direccion ? { DirRecep: direccion.slice(0, 70) } : {}),
		...(comuna ? { CmnaRecep: comuna.slice(0, 20) } : {}),
	}
}

/** The provider requires all fields of the receiver for these types, also for an anonymous consumer. */
function wholeReceiver(receptor: Receptor | null, emisor: Emisor) {
	const named = receptor ? namedReceiver(receptor) : { RUTRecep: anyConsumer, RznSocRecep: 'CONSUMIDOR FINAL' }
	return {
		GiroRecep: (receptor?.giro ?? 'PARTICULAR').slice(0, maxGiro),
		DirRecep: 'SIN DIRECCION',
		CmnaRecep: emisor.comuna,
		...named,
	}
}

/** The document annulled by a nota de crédito (1: the whole document). */
function referenceOf({ tipo, folio, fecha, motivo }: NonNullable<TaxDocument['referencia']>) {
	return {
		NroLinRef: 1,
		TpoDocRef: String(tipo),
		FolioRef: String(folio),
		FchRef: fecha,
		CodRef: '1',
		RazonRef: motivo.slice(0, 90),
	}
}
