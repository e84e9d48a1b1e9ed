import type { BoletaModel, BoletaMoment } from '#domain/tax-documents/tax-document.ts'
import type { Context } from '#server/context/context.ts'
import type { Files } from '#server/files/files.ts'
import type { TaxDocuments } from '#server/tax-documents/tax-documents-port.ts'

/** The provider of tax documents, and which sales get one when: the owner's choice, frozen with each order. */
export interface TaxSetup {
	readonly provider: TaxDocuments
	readonly modelo: BoletaModel
	readonly momento: BoletaMoment
	/** Milliseconds between two calls of one process, for the provider's rate limit. */
	readonly pauseMs: number
}

/** Dependencies of the jobs of tax documents; `tax` undefined: the shop emits none. */
export interface TaxContext extends Pick<Context, 'db' | 'clock' | 'mail' | 'jobs' | 'log'> {
	readonly tax: TaxSetup | undefined
	readonly files: Files
}
