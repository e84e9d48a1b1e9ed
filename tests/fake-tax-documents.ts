import type {
	EmitResult,
	EmittedRef,
	StatusResult,
	TaxDocuments,
} from '#modules/tax-documents/server/tax-documents-port.ts'
import type { TaxDocument, TipoDocumento } from '#modules/tax-documents/tax-document.ts'

/** An in-memory provider: one document per id, as the port requires, with injectable faults. */
export interface FakeTaxDocuments extends TaxDocuments {
	/** Issued documents, oldest first; the folio of each type counts from 1. */
	readonly made: (TaxDocument & EmittedRef)[]
	/** Every call of `emit`, successful or not. */
	readonly sent: TaxDocument[]
	/** Answers of the next `emit` calls; `lost` issues the document and returns nothing. */
	readonly faults: ('lost' | Exclude<EmitResult, { kind: 'emitted' }>)[]
	/** The state returned for every document. */
	state: StatusResult
	remaining: Map<TipoDocumento, number>
}

export function createFakeTaxDocuments(): FakeTaxDocuments {
	const made: FakeTaxDocuments['made'] = []
	const sent: TaxDocument[] = []
	const faults: FakeTaxDocuments['faults'] = []
	const lost = { kind: 'unknown', didNothing: false, reason: 'time-out' } as const
	return {
		made,
		sent,
		faults,
		state: { kind: 'known', estado: 'pendiente', detail: '' },
		remaining: new Map(),
		async emit(document) {
			sent.push(document)
			const fault = faults.shift()
			if (fault && fault !== 'lost') return fault
			let known = made.find(({ id }) => id === document.id)
			if (!known) {
				const folio = made.filter(({ tipo }) => tipo === document.tipo).length + 1
				known = { ...document, folio, token: `token-${document.id}` }
				made.push(known)
			}
			return fault ? lost : { kind: 'emitted', folio: known.folio, token: known.token, warnings: [] }
		},
		async status() {
			return this.state
		},
		async file({ tipo, folio }, format) {
			return { kind: 'file', bytes: Buffer.from(`${format} ${tipo} ${folio}`) }
		},
		async folios() {
			return { kind: 'folios', remaining: this.remaining }
		},
	}
}
