/** One line of text on a page of 612 x 792 points, from the lower left corner. */
export interface PdfText {
	readonly x: number
	readonly y: number
	readonly size: number
	readonly text: string
	readonly isBold?: boolean
	/** Grey and diagonal. */
	readonly isWatermark?: boolean
}

/** Escapes a text in PDF's Latin encoding. */
function written(text: string): string {
	return text
		.replaceAll(/[–—]/g, '-')
		.replaceAll('’', "'")
		.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?')
		.replaceAll(/[\\()]/g, (sign) => `\\${sign}`)
}

function draw({ x, y, size, text, isBold, isWatermark }: PdfText): string {
	const font = isBold || isWatermark ? 'F2' : 'F1'
	const place = isWatermark ? `0.707 0.707 -0.707 0.707 ${x} ${y} Tm` : `1 0 0 1 ${x} ${y} Tm`
	return `BT ${isWatermark ? '0.85 g' : '0 g'} /${font} ${size} Tf ${place} (${written(text)}) Tj ET`
}

const fontOf = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** Returns a PDF of one letter-size page of text. */
export function plainPdf(title: string, texts: readonly PdfText[]): Buffer {
	const content = texts.map(draw).join('\n')
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R /Lang (es-CL) >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
		`<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
		fontOf('Helvetica'),
		fontOf('Helvetica-Bold'),
		`<< /Title (${written(title)}) >>`,
	]
	let body = '%PDF-1.4\n'
	const places: string[] = []
	for (const [at, object] of objects.entries()) {
		places.push(`${String(body.length).padStart(10, '0')} 00000 n \n`)
		body += `${at + 1} 0 obj\n${object}\nendobj\n`
	}
	const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
	const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
	return Buffer.from(body + table + trailer, 'latin1')
}
