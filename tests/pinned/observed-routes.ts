import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { vi } from 'vitest'
import * as rateLimitsModule from '#core/server/http/limits.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'

/** One registered method and path. */
export interface ObservedRoute {
	readonly method: string
	/** Its OpenAPI path: `/api/perfil/sesiones/{id}`. */
	readonly path: string
	/** Staff permission; undefined when none. */
	readonly permission: string | undefined
	readonly needsAccount: boolean
	readonly needsFreshIdentity: boolean
	/** Rate limits in order of evaluation. */
	readonly limits: readonly string[]
	/** Omitted from the OpenAPI document. */
	readonly isHidden: boolean
}

interface Registered {
	readonly route: RouteOptions
	/** Its own hooks, before the shop adds global ones. */
	readonly own: ReadonlySet<unknown>
}

/** Opens a shop and records each registered route, without those of the simulators. */
export async function openObservedShop(
	options: Parameters<typeof openTestShop>[0] = {},
	onApp: (app: FastifyInstance) => void = () => {},
): Promise<{ shop: TestShop; routes: ObservedRoute[] }> {
	const limitNames = new WeakMap<object, string>()
	const { rateLimits } = rateLimitsModule
	const spy = vi.spyOn(rateLimitsModule, 'rateLimits').mockImplementation((deps) => {
		const limits = rateLimits(deps)
		const limit: typeof limits.limit = (name, options) => {
			const hook = limits.limit(name, options)
			limitNames.set(hook, name)
			return hook
		}
		return { ...limits, limit }
	})
	const registered: Registered[] = []
	const observe = (message: unknown) => {
		const { fastify } = message as { fastify: FastifyInstance }
		onApp(fastify)
		fastify.addHook('onRoute', (route) => {
			registered.push({ route, own: new Set([route.onRequest ?? []].flat()) })
		})
	}
	subscribe('fastify.initialization', observe)
	try {
		const shop = await openTestShop(options)
		const routes = registered.flatMap((one) => routesOf(one, limitNames))
		return { shop, routes: routes.filter(({ path }) => !path.startsWith('/simuladores')).toSorted(byPath) }
	} finally {
		unsubscribe('fastify.initialization', observe)
		spy.mockRestore()
	}
}

const keyOf = ({ path, method }: ObservedRoute) => `${path} ${method}`
const byPath = (a: ObservedRoute, b: ObservedRoute) => (keyOf(a) < keyOf(b) ? -1 : 1)

function routesOf({ route, own }: Registered, limitNames: WeakMap<object, string>): ObservedRoute[] {
	const before = [route.onRequest ?? []].flat()
	const named = [...before, ...[route.preHandler ?? []].flat()].map((hook) => limitNames.get(hook))
	const limits = named.filter((name) => name !== undefined)
	// Every call of the API is counted on arrival; it is named where it is the only limit.
	const isLimitedByDefault = limits.length === 0 && before.some((hook) => !own.has(hook))
	const names = before.map((hook) => hook.name)
	const { permission } = route.config ?? {}
	const schema: { readonly security?: unknown; readonly hide?: boolean } = route.schema ?? {}
	const facts = {
		path: route.url.replace(/:(\w+)/g, '{$1}'),
		permission,
		needsAccount: schema.security !== undefined || names.includes('requireCustomer'),
		needsFreshIdentity: names.includes('requireFreshIdentity'),
		limits: isLimitedByDefault ? ['por_defecto'] : limits,
		isHidden: schema.hide === true,
	}
	// Fastify answers HEAD wherever it answers GET.
	const methods = [route.method].flat().filter((method) => method !== 'HEAD')
	return methods.map((method) => ({ method, ...facts }))
}
