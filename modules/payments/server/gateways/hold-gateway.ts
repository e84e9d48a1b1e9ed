import { type Gateway, GatewayUnavailable } from '#modules/payments/server/gateways/gateway.ts'

/** The gateway, which is not called while `isHeld`: each call throws GatewayUnavailable. */
export function holdGateway(gateway: Gateway, isHeld: () => boolean): Gateway {
	const unlessHeld =
		<Args extends readonly unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
		async (...args: Args): Promise<Answer> => {
			if (isHeld()) throw new GatewayUnavailable('a restored copy calls no gateway', { didNothing: true })
			return await call(...args)
		}
	return {
		...gateway,
		probe: unlessHeld(gateway.probe),
		open: unlessHeld(gateway.open),
		read: unlessHeld(gateway.read),
		confirm: unlessHeld(gateway.confirm),
		identify: unlessHeld(gateway.identify),
		refund: unlessHeld(gateway.refund),
		findRefund: unlessHeld(gateway.findRefund),
		readRefund: unlessHeld(gateway.readRefund),
		...(gateway.readDispute && { readDispute: unlessHeld(gateway.readDispute) }),
	}
}
