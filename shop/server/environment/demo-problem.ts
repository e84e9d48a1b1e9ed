import { isThisMachine, reachOf } from '#core/server/platform/network-reach.ts'

/** The settings that decide who can reach a demo. */
export interface DemoExposure {
	/** Undefined when unset. */
	readonly SHOP_MODE: string | undefined
	readonly HOST: string
	readonly PUBLIC_URL?: string | undefined
	readonly TRUSTED_PROXIES?: string | undefined
	readonly DATABASE_URL?: string | undefined
}

/**
 * The reason why a demo with these settings does not start: everybody who reaches it can read the mails and log in as
 * staff.
 */
export function demoProblem({ SHOP_MODE, ...settings }: DemoExposure): string | undefined {
	const { HOST, PUBLIC_URL, TRUSTED_PROXIES, DATABASE_URL } = settings
	const site = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL)
	const reach = site ? reachOf(site.hostname) : 'machine'
	const isOnTheWeb = site?.protocol === 'https:' || reach === 'public'
	if (SHOP_MODE !== undefined) {
		if (!isOnTheWeb) return undefined
		return `PUBLIC_URL no puede ser ${PUBLIC_URL} con SHOP_MODE=demo, donde cualquiera lee los correos y entra como el equipo: escribe SHOP_MODE=production, o quita PUBLIC_URL`
	}
	const hints = [
		...(isOnTheWeb || reach !== 'machine' ? ['PUBLIC_URL'] : []),
		...(reachOf(HOST) === 'machine' ? [] : ['HOST']),
		...(TRUSTED_PROXIES === undefined ? [] : ['TRUSTED_PROXIES']),
		...(DATABASE_URL === undefined ? [] : ['DATABASE_URL']),
	]
	if (hints.length === 0) return undefined
	const choice = isOnTheWeb ? '' : ', o SHOP_MODE=demo si es una demostración en tu propia red'
	return `SHOP_MODE falta, y con ${hints.join(' y ')} otros pueden llegar a esta tienda: escribe SHOP_MODE=production para vender${choice}`
}

/** The settings that expose this demo; empty when only this machine reaches it. */
export function exposedBy(demo: {
	readonly HOST: string
	readonly publicUrl: string
	readonly TRUSTED_PROXIES?: string | undefined
}): string[] {
	const { HOST, publicUrl, TRUSTED_PROXIES } = demo
	return [
		...(reachOf(HOST) === 'machine' ? [] : [`HOST=${HOST}`]),
		...(isThisMachine(publicUrl) ? [] : [`PUBLIC_URL=${publicUrl}`]),
		...(TRUSTED_PROXIES === undefined ? [] : [`TRUSTED_PROXIES=${TRUSTED_PROXIES}`]),
	]
}
