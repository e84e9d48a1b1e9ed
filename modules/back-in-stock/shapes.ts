import { z } from 'zod'

/** What the panel's stock knows of notices. */
export const waitingOfStock = {
	esperan: z.int().describe('confirmed requests to be told of new stock'),
}
