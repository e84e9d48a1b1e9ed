import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiAnswer } from '#core/web/session/api.ts'
import { fetchFrom, profileKey } from '#core/web/session/query-client.tsx'
import { readProfile } from '#modules/accounts/endpoints.ts'
import { readCheckout } from '#modules/checkout/endpoints.ts'
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

/** Checkout options: gateways, station, bank account. Loaded once per page. */
export function useCheckoutOptions() {
	return useQuery({
		queryKey: ['checkout'],
		queryFn: () => fetchFrom(readCheckout),
		staleTime: Number.POSITIVE_INFINITY,
	})
}

/** The account whose data the checkout offers; the order goes without, when it cannot be read. */
export const useOfferedProfile = () =>
	useQuery({ queryKey: profileKey, queryFn: () => fetchFrom(readProfile), retry: false })

interface ChoiceCardProps {
	readonly name: string
	readonly value: string
	readonly isChosen: boolean
	readonly onChoose: () => void
	readonly title: ReactNode
	/** A short remark at the card's edge. */
	readonly mark?: ReactNode
	readonly children?: ReactNode
}

/** A radio button as a card. `children` are the fields of the selected choice. */
export function ChoiceCard({ name, value, isChosen, onChoose, title, mark, children }: ChoiceCardProps) {
	return (
		<label className="choice">
			<input type="radio" name={name} value={value} checked={isChosen} onChange={onChoose} />
			<span className="choice-title">{title}</span>
			{mark && <span className="choice-mark">{mark}</span>}
			{children && <span className="choice-more">{children}</span>}
		</label>
	)
}
