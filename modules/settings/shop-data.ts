import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { readGateways } from '#modules/settings/setting-kinds.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** The seller's data, as the law requires. */
export interface Tienda {
	readonly razon_social: string
	readonly rut: string
	readonly direccion: string
	readonly correo: string
	readonly telefono: string
	/** The company's representative; undefined when unset. */
	readonly representante?: string | undefined
}

/** The seller's data of pages and mails; empty texts while unset. */
export function sellerOf(settings: Settings): Tienda {
	return {
		razon_social: settings.vendedor_nombre ?? '',
		rut: settings.vendedor_rut ?? '',
		direccion: settings.vendedor_direccion ?? '',
		correo: settings.vendedor_correo ?? '',
		telefono: settings.vendedor_telefono ?? '',
		representante: settings.vendedor_representante ?? undefined,
	}
}

/** The account for transfers; empty texts while unset. */
export function bankOf(settings: Settings) {
	return {
		titular: settings.banco_titular ?? '',
		rut: settings.banco_rut ?? '',
		banco: settings.banco_nombre ?? '',
		tipo_cuenta: settings.banco_tipo_cuenta ?? '',
		numero_cuenta: settings.banco_numero_cuenta ?? '',
		correo: settings.banco_correo ?? '',
	}
}

/** The offered gateways in the owner's order: those with credentials. */
export function offeredGateways(settings: Settings, callable: readonly GatewayMethod[]): GatewayMethod[] {
	const wanted = settings.pasarelas === null ? [] : (readGateways(settings.pasarelas) ?? [])
	return wanted.filter((name) => callable.includes(name))
}
