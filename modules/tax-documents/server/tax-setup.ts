import type { Files } from '#core/server/files/files.ts'
import type { Context } from '#modules/context.ts'
import type { BoletaModel, BoletaMoment } from '#modules/orders/boleta-terms.ts'
import type { TaxDocuments } from '#modules/tax-documents/server/tax-documents-port.ts'

/** The provider of tax documents, and which sales get one when: the owner's choice, frozen with each order. */
export interface TaxSetup {
	readonly provider: TaxDocuments
	readonly modelo: BoletaModel
	readonly momento: BoletaMoment
	/** Milliseconds between two calls of one process, for the provider's rate limit. */
	readonly pauseMs: number
}

/** Dependencies of the jobs of tax documents; `tax` undefined: the shop emits none. */
export interface TaxContext extends Pick<Context, 'db' | 'clock' | 'mail' | 'jobs' | 'hooks' | 'log'> {
	readonly tax: TaxSetup | undefined
	readonly files: Files
}
