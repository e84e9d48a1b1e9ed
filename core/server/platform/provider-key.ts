import { gatewayMethods } from '#core/rules/payment-methods.ts'

/** The providers that may refuse the shop's key. `archivos`: the bucket of the files. */
export const keyedProviders = [...gatewayMethods, 'openfactura', 'instagram', 'archivos', 'google_maps'] as const

export type KeyedProvider = (typeof keyedProviders)[number]

/**
 * Takes what an adapter says of an answer: the provider's reason to refuse the shop's key or address, undefined when it
 * accepts them. An answer that says neither is not reported.
 */
export type ReportKey = (refusal: string | undefined) => void
