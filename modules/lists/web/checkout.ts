import type { FormPart, FormPartProps } from '#modules/checkout/web/form-part.tsx'
import { sourceHeaders } from '#modules/found/web/source.ts'
import { useDocumentPart } from '#modules/tax-documents/web/document-part.tsx'

/** Hooks of React: the list is constant, so each render calls them in one order. */
const parts: readonly ((props: FormPartProps) => FormPart)[] = [useDocumentPart]

/** What modules add to the checkout's form, in this order. */
export const useFormParts = (props: FormPartProps): readonly FormPart[] => parts.map((part) => part(props))

/** What modules add to the headers of an order's request: no part of what a repeated request must equal. */
export const orderHeaders: readonly (() => Record<string, string>)[] = [sourceHeaders]
