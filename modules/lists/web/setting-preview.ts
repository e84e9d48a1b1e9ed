import { lazy } from 'react'

/** The part of the checkout that a preview of settings shows. */
export const PreviewedPart = lazy(() => import('#modules/checkout/web/checkout-part.tsx'))
