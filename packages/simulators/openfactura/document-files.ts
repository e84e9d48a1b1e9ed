import { showPesos } from '../look.ts'
import type { Dte } from './dte-schema.ts'
import { type PdfText, plainPdf } from './plain-pdf.ts'
import type { Issued } from './records.ts'

export const typeNames = {
	33: 'FACTURA ELECTRÓNICA',
	39: 'BOLETA ELECTRÓNICA',
	61: 'NOTA DE CRÉDITO ELECTRÓNICA',
} as const

const notValid = 'SIN VALIDEZ TRIBUTARIA'
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function element(name: string, value: unknown): string {
	if (Array.isArray(value)) return value.map((one) => element(name, one)).join('')
	const inner =
		typeof value === 'object' && value !== null
			? Object.entries(value)
					.map(([child, one]) => element(child, one))
					.join('\n')
			: String(value).replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
	return `<${name}>${inner}</${name}>`
}

/** Returns the document as XML in ISO-8859-1, without signature and stamp. */
export function xmlOf({ tipo, folio, dte }: Issued): Buffer {
	const parts = Object.entries(dte).map(([name, value]) => element(name, value))
	const text = `<?xml version="1.0" encoding="ISO-8859-1"?>
<!-- ${notValid}: documento simulado, sin timbre ni firma -->
<DTE version="1.0"><Documento ID="F${folio}T${tipo}">
${parts.join('\n')}
</Documento></DTE>
`
	return Buffer.from(text.replaceAll(/[^\n\x20-\xff]/g, '?'), 'latin1')
}

/** Returns the issued document with its numbers as text, like the provider. */
export function jsonOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(jsonOf)
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, jsonOf(one)]))
	return String(value)
}

/** Lays out lines of text from `top` downwards. */
function column(x: number, top: number, size: number, texts: readonly string[]): PdfText[] {
	return texts.map((text, at) => ({ x, y: top - at * size * 1.5, size, text }))
}

function detailOf({ dte }: Issued): PdfText[] {
	const shown = dte.Detalle.slice(0, 20)
	const more = dte.Detalle.length - shown.length
	const lines = shown.map((line) => `${line.QtyItem} x ${line.NmbItem.slice(0, 70)}`)
	const moves = (dte.DscRcgGlobal ?? []).map((one) => one.GlosaDR ?? (one.TpoMov === 'D' ? 'Descuento' : 'Recargo'))
	const signs = (dte.DscRcgGlobal ?? []).map(({ TpoMov, ValorDR }) => (TpoMov === 'D' ? -ValorDR : ValorDR))
	const rest = more > 0 ? [`y ${more} líneas más`] : []
	return [
		...column(60, 560, 10, [...lines, ...moves, ...rest]),
		...column(470, 560, 10, [...shown.map((line) => line.MontoItem), ...signs].map(showPesos)),
	]
}

/** Receiver of the document, with the company fields of a factura. */
function receiverOf(receptor: Dte['Encabezado']['Receptor']): string[] {
	const { RUTRecep, RznSocRecep, DirRecep, CmnaRecep } = receptor
	if (!RznSocRecep) return []
	const place = DirRecep ? [`Dirección: ${[DirRecep, CmnaRecep].filter(Boolean).join(', ')}`] : []
	const trade = 'GiroRecep' in receptor ? [`Giro: ${receptor.GiroRecep.slice(0, 80)}`] : []
	return [`Señor(es): ${RznSocRecep}`, `R.U.T.: ${RUTRecep}`, ...trade, ...place]
}

/** The PDF page: marked as invalid, with a text in place of the stamp. */
export function pdfOf(issued: Issued): Buffer {
	const { tipo, folio, dte } = issued
	const { Emisor, Receptor, Totales, IdDoc } = dte.Encabezado
	const [name, trade] = 'RznSoc' in Emisor ? [Emisor.RznSoc, Emisor.GiroEmis] : [Emisor.RznSocEmisor, Emisor.GiroEmisor]
	const reference = (dte.Referencia ?? []).map(
		(one) => `Referencia: tipo ${one.TpoDocRef} N° ${one.FolioRef} del ${one.FchRef}. ${one.RazonRef ?? ''}`,
	)
	const amounts = [`Neto ${showPesos(Totales.MntNeto)}`, `IVA 19 % ${showPesos(Totales.IVA)}`]
	return plainPdf(`${typeNames[tipo]} N° ${folio}`, [
		{ x: 110, y: 200, size: 40, text: notValid, isWatermark: true },
		{ x: 60, y: 740, size: 14, text: name, isBold: true },
		...column(60, 720, 9, [trade.slice(0, 60), `${Emisor.DirOrigen}, ${Emisor.CmnaOrigen}`]),
		...[`R.U.T.: ${Emisor.RUTEmisor}`, typeNames[tipo], `N° ${folio}`].map((text, at) => ({
			x: 360,
			y: 740 - at * 20,
			size: 12,
			text,
			isBold: true,
		})),
		{ x: 360, y: 680, size: 10, text: notValid, isBold: true },
		...column(60, 650, 10, [`Fecha de emisión: ${IdDoc.FchEmis}`, ...receiverOf(Receptor), ...reference]),
		...detailOf(issued),
		...column(400, 190, 10, amounts),
		{ x: 400, y: 155, size: 14, text: `Total ${showPesos(Totales.MntTotal)}`, isBold: true },
		...column(60, 130, 9, [`${notValid}: documento simulado, sin timbre electrónico.`, 'No llega a ninguna parte.']),
	])
}
