import type { FormatoDocumento } from '#domain/tax-documents/document-file.ts'
import type { TaxDocument, TipoDocumento } from '#domain/tax-documents/tax-document.ts'

/** No answer that says what was done. `didNothing`: surely no document was made, for the provider was not even reached. */
export interface NoAnswer {
	readonly kind: 'unknown'
	readonly didNothing: boolean
	/** For the log, never for people. */
	readonly reason: string
}

/** Too many calls; surely nothing was done. `retryAfterSeconds` as the provider told, undefined where it did not. */
export interface RateLimited {
	readonly kind: 'rate_limited'
	readonly retryAfterSeconds?: number
}

export type EmitResult =
	| {
			readonly kind: 'emitted'
			readonly folio: number
			/** The provider's own name of it. */
			readonly token: string
			/** What it remarked, for the log. */
			readonly warnings: readonly string[]
	  }
	/** It cannot be made as it is, and no folio was spent. `code` is the provider's; `reason` names the fields, for staff. */
	| { readonly kind: 'refused'; readonly code: string; readonly reason: string }
	| { readonly kind: 'no_folios' }
	| NoAnswer
	| RateLimited

export interface EmittedRef {
	readonly tipo: TipoDocumento
	readonly folio: number
	readonly token: string
}

/** What the tax authority decided: `pendiente` also where the provider has no state yet. `detail` is its reason, for staff. */
export type StatusResult =
	| {
			readonly kind: 'known'
			readonly estado: 'pendiente' | 'aceptado' | 'aceptado_con_reparos' | 'rechazado'
			readonly detail: string
	  }
	| NoAnswer
	| RateLimited

export type DocumentFormat = FormatoDocumento

/** A document's bytes as the provider has them: a PDF, or XML in ISO-8859-1. */
export type FileResult =
	| { readonly kind: 'file'; readonly bytes: Uint8Array }
	| { readonly kind: 'missing' }
	| NoAnswer
	| RateLimited

/** How many documents of each kind can still be made. A kind that is left out is not known. */
export type FoliosResult =
	| { readonly kind: 'folios'; readonly remaining: ReadonlyMap<TipoDocumento, number> }
	| NoAnswer
	| RateLimited

/** The port of every maker of tax documents. Drivers hold no state; a provider's failures are results and never thrown. */
export interface TaxDocuments {
	/** Makes one document an `id` within 24 hours: sent again it answers `emitted` with the first folio and token. */
	emit(document: TaxDocument): Promise<EmitResult>
	status(ref: EmittedRef): Promise<StatusResult>
	file(ref: EmittedRef, format: DocumentFormat): Promise<FileResult>
	folios(): Promise<FoliosResult>
}
