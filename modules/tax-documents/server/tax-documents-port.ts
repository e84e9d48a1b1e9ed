import type { FormatoDocumento } from '#modules/tax-documents/document-text.ts'
import type { TaxDocument, TipoDocumento } from '#modules/tax-documents/tax-document.ts'

/** No answer about the result. `didNothing`: surely no document was made, as the provider was not reached. */
export interface NoAnswer {
	readonly kind: 'unknown'
	readonly didNothing: boolean
	/** For the log, never shown to people. */
	readonly reason: string
}

/** Too many calls; surely nothing was done. `retryAfterSeconds` from the provider, undefined without it. */
export interface RateLimited {
	readonly kind: 'rate_limited'
	readonly retryAfterSeconds?: number
}

export type EmitResult =
	| {
			readonly kind: 'emitted'
			readonly folio: number
			/** The provider's id of the document. */
			readonly token: string
			/** The provider's remarks, for the log. */
			readonly warnings: readonly string[]
	  }
	/** It was rejected, and no folio was used. `code` is the provider's; `reason` names the fields, for staff. */
	| { readonly kind: 'refused'; readonly code: string; readonly reason: string }
	| { readonly kind: 'no_folios' }
	| NoAnswer
	| RateLimited

export interface EmittedRef {
	readonly tipo: TipoDocumento
	readonly folio: number
	readonly token: string
}

/**
 * The tax authority's decision: `pendiente` also when the provider has no state yet. `detail` is its reason, for staff.
 */
export type StatusResult =
	| {
			readonly kind: 'known'
			readonly estado: 'pendiente' | 'aceptado' | 'aceptado_con_reparos' | 'rechazado'
			readonly detail: string
	  }
	| NoAnswer
	| RateLimited

export type DocumentFormat = FormatoDocumento

/** A document's bytes from the provider: a PDF, or XML in ISO-8859-1. */
export type FileResult =
	| { readonly kind: 'file'; readonly bytes: Uint8Array }
	| { readonly kind: 'missing' }
	| NoAnswer
	| RateLimited

/** How many documents of each type can still be made. An omitted type is unknown. */
export type FoliosResult =
	| { readonly kind: 'folios'; readonly remaining: ReadonlyMap<TipoDocumento, number> }
	| NoAnswer
	| RateLimited

/**
 * The port of every provider of tax documents. Drivers are stateless; a provider's failures are results and never
 * thrown.
 */
export interface TaxDocuments {
	/** Makes one document per `id` within 24 hours: a repeated call returns `emitted` with the first folio and token. */
	emit(document: TaxDocument): Promise<EmitResult>
	status(ref: EmittedRef): Promise<StatusResult>
	file(ref: EmittedRef, format: DocumentFormat): Promise<FileResult>
	folios(): Promise<FoliosResult>
}

/** An opened provider. */
export interface TaxSetup {
	readonly provider: TaxDocuments
	/** Milliseconds between two calls of one process, for the provider's rate limit. */
	readonly pauseMs: number
}

/** The selling company on every document. */
export interface Emisor {
	/** `12345678-9`, without dots. */
	readonly rut: string
	readonly razon_social: string
	readonly giro: string
	readonly acteco: number
	readonly direccion: string
	readonly comuna: string
}
