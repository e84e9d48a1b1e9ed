import type { ReactNode } from 'react'
import type { ApiAnswer } from '#core/web/session/api.ts'
import type { CheckoutOptions, PlaceOrderRequest } from '#modules/checkout/shapes.ts'

export type Refusal = Extract<ApiAnswer<never>, { ok: false }>

/** What a module adds to the checkout's form: fields with a state of their own, stored in the tab under `pago_…`. */
export interface FormPart {
	/** Its fieldset, at the end of the form: new fields move nothing above. */
	readonly section: ReactNode
	/** Its fields of the order's request. */
	readonly fields: Partial<PlaceOrderRequest>
	/** Shows the problems of its fields; returns the element id of the first wrong one. */
	readonly check: () => string | undefined
	/** Shows the server's refusal of its fields; false for a refusal of anything else. */
	readonly showRefusal: (refusal: Refusal) => boolean
}

export interface FormPartProps {
	readonly options: CheckoutOptions
	/** The shown total, in CLP. */
	readonly total: number
}
