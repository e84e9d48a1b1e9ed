import type { SeenPayment } from '@premium-shaker/simulators/gateway-scope'
import { gatewayMethods } from '#domain/orders/metodo-pago.ts'

/** What the providers themselves say of every payment: the shop's books have to agree with it. */
export type ProvidersBooks = readonly (SeenPayment & { readonly gateway: string })[]

/** Asks the stand-ins at `simulatorsUrl` for their books. */
export async function readProvidersBooks(simulatorsUrl: string): Promise<ProvidersBooks> {
	const books = gatewayMethods.map(async (gateway) => {
		const answer = await fetch(`${simulatorsUrl}/${gateway}/_pagos`)
		if (!answer.ok) throw new Error(`${gateway}: ${answer.status}`)
		const { pagos } = (await answer.json()) as { pagos: SeenPayment[] }
		return pagos.map((pago) => ({ ...pago, gateway }))
	})
	return (await Promise.all(books)).flat()
}
