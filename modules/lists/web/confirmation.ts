import type { ReadConfirmation } from '#modules/checkout/shapes.ts'
import { documentStep } from '#modules/tax-documents/document-text.ts'

/** What modules do after the payment, in a sentence; undefined: nothing. */
export const afterPayment: readonly ((answer: ReadConfirmation) => string | undefined)[] = [documentStep]
