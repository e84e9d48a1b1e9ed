import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { permissions } from '#core/rules/permissions.ts'
import { type ApiDocument, type Operation, operationsOf } from '#tests/api/fuzz-requests.ts'
import { staffLogin, type TestShop } from '#tests/open-shop.ts'
import { answerLine, usualHeaders } from '#tests/pinned/answer-line.ts'
import { type ObservedRoute, openObservedShop } from '#tests/pinned/observed-routes.ts'
import { smallestValue } from '#tests/pinned/smallest-value.ts'
import { SpecifiedCalls } from '#tests/pinned/specified-calls.ts'
import { aCustomer, logIn } from '#tests/shop-helpers.ts'
import { aClerk } from '#tests/staff-helpers.ts'

let shop: TestShop
let routes: ObservedRoute[]
let operations: Map<string, Operation>
const specified = new SpecifiedCalls()
const tokens = new Map<string, string>()

beforeAll(async () => {
	;({ shop, routes } = await openObservedShop({}, (app) => specified.watch(app)))
	const document = (await shop.app.inject('/api/openapi.json')).json<ApiDocument>()
	operations = new Map(operationsOf(document).map((one) => [`${one.method} ${one.path}`, one]))
	tokens.set('boss', (await logIn(shop, staffLogin.email, staffLogin.password)).access)
	tokens.set('customer', (await aCustomer(shop)).access)
	tokens.set('clerk', (await aClerk(shop)).authorization.replace('Bearer ', ''))
})
afterAll(() => shop.stop())

const nameOf = ({ method, path }: ObservedRoute) => `${method} ${path}`

function callerOf({ permission, needsAccount, needsFreshIdentity }: ObservedRoute): string {
	const confirmed = needsFreshIdentity ? ', identity confirmed again' : ''
	if (!permission) return `${needsAccount ? 'account' : 'open'}${confirmed}`
	const right = Object.entries(permissions).find(([name]) => name === permission)?.[1]
	return `${right} (${permission})${confirmed}`
}

/** Returns the URL with ids of missing objects. */
function addressOf(route: ObservedRoute): string {
	const parameters = operations.get(nameOf(route))?.parameters ?? []
	const unknown = (name: string) => {
		const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema
		const [type] = [schema?.type].flat()
		if (schema?.enum) return String(schema.enum[0])
		return type === 'string' && schema ? String(smallestValue(schema)) : type === undefined ? 'nadie' : '2000000000'
	}
	return route.path.replace(/\{(\w+)\}/g, (_all, name: string) => unknown(name))
}

const json = (payload: string): InjectOptions => ({ payload, headers: { 'content-type': 'application/json' } })

/** Returns the smallest valid body; undefined when the route has none. */
function smallestCall(route: ObservedRoute): InjectOptions | undefined {
	const { parameters = [], requestBody } = operations.get(nameOf(route)) ?? {}
	const neededIn = (place: 'query' | 'header') => {
		const needed = parameters.filter(
			({ in: at, name, required }) => at === place && (required || name.endsWith('-key')),
		)
		return Object.fromEntries(needed.map(({ name, schema }) => [name, String(smallestValue(schema))]))
	}
	const query = neededIn('query')
	const headers = neededIn('header')
	const schema = requestBody?.content?.['application/json']?.schema
	if (!schema && Object.keys({ ...query, ...headers }).length === 0) return undefined
	const body = schema ? json(JSON.stringify(smallestValue(schema))) : {}
	return { ...body, query, headers: { ...headers, ...body.headers } }
}

async function send(route: ObservedRoute, who: string | undefined, more: InjectOptions = {}): Promise<string> {
	const token = who === undefined ? undefined : (tokens.get(who) ?? who)
	const answer = await shop.app.inject({
		method: route.method as NonNullable<InjectOptions['method']>,
		url: addressOf(route),
		...more,
		headers: { ...more.headers, ...(token && { authorization: `Bearer ${token}` }) },
	})
	return answerLine(answer)
}

/** Returns the refusals of one route, one per line. The requests name only missing objects. */
async function failuresOf(route: ObservedRoute): Promise<string[]> {
	const isForStaff = route.permission !== undefined
	const allowed = isForStaff ? 'boss' : route.needsAccount ? 'customer' : undefined
	const anonymous = await send(route, undefined)
	const broken = await send(route, 'x.y.z')
	const lines =
		anonymous === broken
			? [`without a token, or a broken one: ${broken}`]
			: [`without a token: ${anonymous}`, `broken token: ${broken}`]
	if (isForStaff) lines.push(`customer: ${await send(route, 'customer')}`)
	if (isForStaff && !callerOf(route).startsWith('staff')) lines.push(`staff: ${await send(route, 'clerk')}`)
	if (allowed) lines.push(`allowed, nothing sent: ${await send(route, allowed)}`)
	if (route.method !== 'GET') {
		lines.push(`empty object: ${await send(route, allowed, json('{}'))}`)
		lines.push(`broken JSON: ${await send(route, allowed, json('{'))}`)
	}
	const smallest = smallestCall(route)
	if (smallest) lines.push(`smallest call of the schema: ${await send(route, allowed, smallest)}`)
	return lines
}

it('answers each refused or empty call of each route as recorded', async () => {
	const blocks: string[] = [`${routes.length} routes. ${usualHeaders}`]
	for (const route of routes) {
		const facts = [
			`caller: ${callerOf(route)}`,
			`limits: ${route.limits.join(', ') || 'none'}`,
			...(route.isHidden ? ['not in the OpenAPI document'] : []),
			...(await failuresOf(route)),
		]
		blocks.push([nameOf(route), ...facts.map((fact) => `  ${fact}`)].join('\n'))
	}
	const nowhere = { method: 'GET', path: '/api/nada' } as ObservedRoute
	blocks.push(`GET an unknown path\n  ${await send(nowhere, undefined)}`)
	blocks.push(
		`DELETE a path of GET\n  ${await send({ ...nowhere, method: 'DELETE', path: '/api/checkout' }, undefined)}`,
	)
	await expect(`${blocks.join('\n\n')}\n`).toMatchFileSnapshot('recorded/routes.txt')
	await expect(specified.text()).toMatchFileSnapshot('recorded/specified-refusals.txt')
})
