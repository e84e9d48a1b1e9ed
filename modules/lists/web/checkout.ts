import type { FormPart, FormPartProps } from '#modules/checkout/web/form-part.tsx'
import { useDocumentPart } from '#modules/tax-documents/web/document-part.tsx'

/** Hooks of React: the list is constant, so each render calls them in one order. */
const parts: readonly ((props: FormPartProps) => FormPart)[] = [useDocumentPart]

/** What modules add to the checkout's form, in this order. */
export const useFormParts = (props: FormPartProps): readonly FormPart[] => parts.map((part) => part(props))
