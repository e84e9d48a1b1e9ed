import type { Files } from '#core/server/files/files.ts'
import type { Context } from '#modules/lists/context.ts'
import type { TaxDocuments } from '#modules/tax-documents/server/tax-documents-port.ts'

/** The provider of tax documents. */
export interface TaxSetup {
	readonly provider: TaxDocuments
	/** Milliseconds between two calls of one process, for the provider's rate limit. */
	readonly pauseMs: number
}

/** Dependencies of the jobs of tax documents; `tax` undefined: the shop emits none. */
export interface TaxContext extends Pick<Context, 'db' | 'clock' | 'mail' | 'jobs' | 'hooks' | 'log'> {
	readonly tax: TaxSetup | undefined
	readonly files: Files
}
