import { fetchFrom } from '#core/web/session/query-client.tsx'
import { listCustomers } from '#modules/customers/endpoints.ts'

/** Customers offered at once. */
const mostOffered = 3

/** The first customers that a search finds. */
export const findCustomers = async (q: string) =>
	(await fetchFrom(listCustomers, { query: { q, page_size: mostOffered } })).results
