import { z } from 'zod'

/** What the panel's stock knows of notices. */
export const waitingOfStock = {
	esperan: z.int().describe('confirmed requests for a notice of new stock'),
}
