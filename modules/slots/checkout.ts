import type { FormPart, FormPartProps } from '#modules/checkout/web/form-part.ts'
import { useDocumentPart } from '#modules/tax-documents/web/document-part.tsx'

/** What modules add to the checkout's form, in this order. */
export const useFormParts = (props: FormPartProps): readonly FormPart[] => [useDocumentPart(props)]
