import { endpoint } from '#core/contract/endpoint.ts'
import { csvFile } from '#core/contract/lists.ts'
import { affectedQuery } from '#modules/privacy/shapes.ts'

/** The persons whose data of some kinds was stored or written in some days: those to notify of a breach. */
export const exportAffected = endpoint({
	...csvFile,
	tag: 'panel: registro de datos',
	path: '/api/admin_exportar/personas_afectadas.csv',
	freshProof: true,
	query: affectedQuery,
})
