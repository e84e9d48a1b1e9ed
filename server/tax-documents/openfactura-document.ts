import { normalizeRut } from '#domain/rut.ts'
import { ivaPercent } from '#domain/tax-documents/amounts.ts'
import type { Receptor, TaxDocument } from '#domain/tax-documents/tax-document.ts'
import type { Emisor } from '#server/tax-documents/emisor.ts'

/** The RUT that stands for a consumer whom nobody named. */
const anyConsumer = '66666666-6'
/** The most characters that the provider keeps of what somebody does. */
const maxGiro = 40

/** What the provider is sent of a document: the tax authority's names, gross lines, and no folio, which the provider gives. */
export function dteOf(document: TaxDocument, emisor: Emisor) {
	const { Encabezado, rest } = document.tipo === 39 ? boletaOf(document, emisor) : invoiceOf(document, emisor)
	return { Encabezado, ...linesOf(document), ...rest }
}

function boletaOf({ fecha, receptor, medio_pago, neto, iva, total }: TaxDocument, emisor: Emisor) {
	const IdDoc = { TipoDTE: 39, Folio: 0, FchEmis: fecha, IndServicio: 3 }
	const Encabezado = {
		// The law asks for the means of payment where it asks who buys.
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
	return { Encabezado, rest: {} }
}

/** A factura or a nota de crédito, whose lines are gross only because it says so. */
function invoiceOf({ tipo, fecha, receptor, neto, iva, total, referencia }: TaxDocument, emisor: Emisor) {
	const Encabezado = {
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
	return { Encabezado, rest: referencia ? { Referencia: [referenceOf(referencia)] } : {} }
}

function linesOf({ lineas, descuento }: TaxDocument) {
	const Detalle = lineas.map(({ nombre, cantidad, precio, monto }, at) => ({
		NroLinDet: at + 1,
		NmbItem: nombre,
		QtyItem: cantidad,
		PrcItem: precio,
		MontoItem: monto,
	}))
	if (descuento === 0) return { Detalle }
	return {
		Detalle,
		DscRcgGlobal: [{ NroLinDR: 1, TpoMov: 'D', GlosaDR: 'Descuento', TpoValor: '$', ValorDR: descuento }],
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

/** The provider asks for everything of the receiver of these types, also where there is only a consumer. */
function wholeReceiver(receptor: Receptor | null, emisor: Emisor) {
	const named = receptor ? namedReceiver(receptor) : { RUTRecep: anyConsumer, RznSocRecep: 'CONSUMIDOR FINAL' }
	return {
		GiroRecep: (receptor?.giro ?? 'PARTICULAR').slice(0, maxGiro),
		DirRecep: 'SIN DIRECCION',
		CmnaRecep: emisor.comuna,
		...named,
	}
}

/** What a nota de crédito annuls (1: the whole document). */
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
