import type { Deliveries } from '../deliveries.ts'
import type { FaultSwitch } from '../faults.ts'
import type { PayAction } from '../pay-form.ts'
import type { NoticeKind, Notifier } from './notices.ts'
import { type Payment, type Preference, preferenceTotal, type Records } from './records.ts'
import type { Settings } from './settings.ts'

export interface PayChoice {
	readonly accion: PayAction
	readonly aviso: NoticeKind
	readonly demora_segundos: number
	readonly alterado: boolean
	readonly dos_pagos: boolean
	/** Later results of a pending payment. */
	readonly luego: 'nada' | 'aprobar' | 'rechazar'
}

const outcomes = {
	aprobar: { status: 'approved', status_detail: 'accredited', back: 'success' },
	pendiente: { status: 'in_process', status_detail: 'pending_contingency', back: 'pending' },
	rechazar: { status: 'rejected', status_detail: 'cc_rejected_other_reason', back: 'failure' },
} as const

export interface PayParts {
	readonly records: Records
	readonly notifier: Notifier
	readonly deliveries: Deliveries
	readonly faults: FaultSwitch<Settings>
}

/** Returns the payer's return URL with the provider's query; missing values are the text `null`. */
export function returnAddress(preference: Preference, payment: Payment | undefined, back: string | undefined) {
	if (!back) return undefined
	const address = new URL(back)
	const fields = {
		collection_id: payment?.id,
		collection_status: payment?.status,
		payment_id: payment?.id,
		status: payment?.status,
		external_reference: preference.sent.external_reference,
		payment_type: payment && 'credit_card',
		merchant_order_id: payment?.merchant_order_id,
		preference_id: preference.id,
		site_id: 'MLC',
		processing_mode: 'aggregator',
		merchant_account_id: undefined,
	}
	for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, String(value ?? 'null'))
	return address.href
}

/** Applies the payer's choice; returns the return URL, if the shop named one. */
export async function pay(preference: Preference, choice: PayChoice, parts: PayParts): Promise<string | undefined> {
	const { records, notifier, deliveries, faults } = parts
	const backs = preference.sent.back_urls
	if (choice.accion === 'abandonar') return returnAddress(preference, undefined, backs?.failure)
	const outcome = outcomes[choice.accion]
	const notice = choice.aviso === 'normal' ? faults.settings().avisos : choice.aviso
	const amount = preferenceTotal(preference) - (choice.alterado ? 1_000 : 0)

	const payments = Array.from({ length: choice.dos_pagos ? 2 : 1 }, () =>
		records.addPayment(preference, { ...outcome, amount }),
	)
	for (const payment of payments) {
		await notifier.notify(payment, preference, notice, choice.demora_segundos)
		if (choice.accion !== 'pendiente' || choice.luego === 'nada') continue
		const next = outcomes[choice.luego]
		deliveries.after(choice.demora_segundos, () => {
			const current = records.payments.get(String(payment.id))
			if (current?.status !== outcome.status) return
			const moved = records.movePayment(current, next.status, next.status_detail)
			void notifier.notify(moved, preference, 'normal', 0)
		})
	}
	return returnAddress(preference, payments[0], backs?.[outcome.back])
}
