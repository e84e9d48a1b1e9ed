import { findCustomers } from '#modules/customers/web/find-customers.ts'

/** A customer with an account, as a form of the panel offers it. */
export interface FoundCustomer {
	readonly id: number
	readonly nombre: string
	readonly email: string
	readonly telefono: string
	/** Of the last orders, the newest first. */
	readonly direcciones: readonly string[]
}

/** What finds customers by a whole phone or address. */
export const customerFinders: readonly ((q: string) => Promise<readonly FoundCustomer[]>)[] = [findCustomers]
