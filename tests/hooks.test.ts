import { expect, it } from 'vitest'
import { runHooks } from '#modules/lists/context.ts'
import { hooks } from '#modules/lists/hooks.ts'

it('runs the hooks of an event one after the other, and none after a failure', async () => {
	const ran: string[] = []
	const hook = (name: string) => async (event: string) => {
		await new Promise((resolve) => setTimeout(resolve, name === 'first' ? 5 : 0))
		ran.push(`${name} ${event}`)
		if (name === 'second') throw new Error('second failed')
	}
	await expect(runHooks([hook('first'), hook('second'), hook('third')], 'paid')).rejects.toThrow('second failed')
	expect(ran).toEqual(['first paid', 'second paid'])
})

it('lists the hooks of each event in the order in which they run', () => {
	const several = Object.entries(hooks)
		.filter(([, listed]) => Array.isArray(listed) && listed.length > 1)
		.map(([event, listed]) => [event, (listed as { name: string }[]).map(({ name }) => name || 'inline')])
	expect(Object.fromEntries(several)).toEqual({
		orderPlaced: ['storeReceptor', 'countSource'],
		forgetAccount: ['removeFactors', 'endSubscriptions', 'anonymizeSecurityEvents', 'forgetNotes', 'noteErasure'],
		forgetOrders: ['forgetRecipients', 'forgetDeliveries', 'forgetReturns'],
		summaryParts: ['readDocumentParts', 'readSaleNumbers', 'readReturnSums'],
		daily: ['purgeNotices', 'inline', 'purgeRecipients', 'purgeDeliveryProofs', 'purgeStockNotices'],
		everyFiveMinutes: ['watchLateStops', 'sendNotices'],
	})
})
