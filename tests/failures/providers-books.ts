import type { SeenPayment } from '@premium-shaker/simulators/gateway-scope'
import { gatewayMethods } from '#core/rules/payment-methods.ts'

/** Payments as recorded by the providers, to be equal to the shop's records. */
export type ProvidersBooks = readonly (SeenPayment & { readonly gateway: string })[]

/** Reads the books of the simulators. */
export async function readProvidersBooks(simulatorsUrl: string): Promise<ProvidersBooks> {
	const books = gatewayMethods.map(async (gateway) => {
		const answer = await fetch(`${simulatorsUrl}/${gateway}/_pagos`)
		if (!answer.ok) throw new Error(`${gateway}: ${answer.status}`)
		const { pagos } = (await answer.json()) as { pagos: SeenPayment[] }
		return pagos.map((pago) => ({ ...pago, gateway }))
	})
	return (await Promise.all(books)).flat()
}
