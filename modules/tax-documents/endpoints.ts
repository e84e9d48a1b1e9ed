import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { csvFile } from '#core/contract/lists.ts'

export const exportDocuments = endpoint({
	...csvFile,
	tag: 'panel: números',
	path: '/api/admin_exportar/documentos.csv',
	freshProof: true,
	query: z.object({
		mes: z
			.string()
			.regex(/^2\d{3}-(0[1-9]|1[0-2])$/)
			.describe('the month of their date in Santiago, as `2026-11`'),
	}),
})
