import type { ProfileAnswer } from '#contract/accounts/profile.ts'
import { formatDireccion, isEmptyDireccion, splitDireccion } from '#domain/delivery/delivery.ts'

/** What the checkout offers a customer instead of typing; empty where nothing is known. */
export interface SavedContact {
	readonly telefono: string
	readonly calle: string
	readonly numero: string
}

type Known = Pick<ProfileAnswer, 'telefono' | 'direccion'> & {
	/** Newest first. */
	readonly ordenes: readonly Pick<ProfileAnswer['ordenes'][number], 'telefono' | 'direccion'>[]
}

/** Phone and address of the account; where it has none, those of the newest order that has. */
export function savedContact({ telefono, direccion, ordenes }: Known): SavedContact {
	const phone = telefono || (ordenes.find((order) => order.telefono !== '')?.telefono ?? '')
	if (!isEmptyDireccion(direccion)) return { telefono: phone, calle: formatDireccion(direccion), numero: '' }
	const delivered = ordenes.find((order) => !isEmptyDireccion(order.direccion))
	return { telefono: phone, ...splitDireccion(delivered?.direccion ?? '') }
}
