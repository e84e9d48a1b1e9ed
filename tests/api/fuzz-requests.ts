import fc, { type Arbitrary } from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { JsonSchema } from '#tests/api/schema-mismatch.ts'
import { type Existing, schemaValues } from '#tests/api/schema-values.ts'

interface Parameter {
	readonly in: 'path' | 'query' | 'header'
	readonly name: string
	readonly required?: boolean
	readonly schema: JsonSchema
}

interface Content {
	readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

interface Documented {
	readonly parameters?: readonly Parameter[]
	readonly requestBody?: Content
	readonly responses: Readonly<Record<string, Content>>
}

export interface ApiDocument {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
}

/** One endpoint of the OpenAPI document. */
export interface Operation extends Documented {
	readonly method: string
	readonly path: string
}

export function operationsOf(document: ApiDocument): Operation[] {
	return Object.entries(document.paths).flatMap(([path, calls]) =>
		Object.entries(calls).map(([method, documented]) => ({ method: method.toUpperCase(), path, ...documented })),
	)
}

/** Returns the schema of the exact status, else of its range (4XX); undefined when undeclared. */
export function promisedFor(operation: Operation, status: number): Content | undefined {
	return operation.responses[String(status)] ?? operation.responses[`${String(status)[0]}XX`]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
/** Lone surrogates cannot be encoded in a URL. */
const escaped = (value: unknown) => encodeURIComponent(textOf(value).toWellFormed())
/** Node rejects header values with line breaks or characters beyond Latin-1. */
const headerSafe = (value: unknown) => textOf(value).replace(/[^\t\x20-\x7e\x80-\xff]/g, '')

const brokenBodies = fc.constantFrom<[string, string]>(
	['{', 'application/json'],
	['', 'application/json'],
	['{"a":1}{"b":2}', 'application/json'],
	['{"__proto__":{"is_staff":true}}', 'application/json'],
	['{"constructor":{"prototype":{"x":1}}}', 'application/json'],
	['"text"', 'application/json'],
	['null', 'application/json'],
	['[[[[[[[[[[[[[[[[[[[[', 'application/json'],
	[`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'application/json'],
	['{"a":1}', 'application/json; charset=utf-16'],
	['{"a":1}', 'text/plain'],
	['<a/>', 'application/xml'],
	['a=1&a=2&__proto__=3', 'application/x-www-form-urlencoded'],
	['--x\r\nContent-Disposition: form-data; name="orden_id"\r\n\r\n1\r\n--x--\r\n', 'multipart/form-data; boundary=x'],
	['--x\r\nbroken', 'multipart/form-data; boundary=x'],
	['', 'multipart/form-data'],
)

/** Generates valid and invalid requests to one endpoint. */
export function requestsOf(operation: Operation, existing: Existing): Arbitrary<InjectOptions> {
	const { soundOf, spoiledOf } = schemaValues(existing)
	const parameters = operation.parameters ?? []
	const body = operation.requestBody?.content?.['application/json']?.schema
	/** Generates parameters and body; `spoiled` names the one invalid part. */
	const shape = (spoiled: string | undefined) => {
		const of = (name: string) => (name === spoiled ? spoiledOf : soundOf)
		const values = Object.fromEntries(
			parameters.map((one) => {
				const made = of(one.name)(one.schema, one.name)
				return [one.name, one.required || one.in === 'path' ? made : fc.option(made, { nil: undefined })]
			}),
		)
		return fc.tuple(fc.record(values), body ? of('body')(body) : fc.constant(undefined))
	}
	const parts = [undefined, ...(body ? ['body'] : []), ...parameters.map(({ name }) => name)]
	const withJson = fc
		.constantFrom(...parts)
		.chain(shape)
		.map(([values, payload]) => requestOf(operation, values, payload))
	const broken = fc.tuple(shape(undefined), brokenBodies).map(([[values], [payload, type]]) => ({
		...requestOf(operation, values, undefined),
		payload,
		headers: { 'content-type': type },
	}))
	if (operation.method === 'GET') return withJson
	return fc.oneof({ weight: 7, arbitrary: withJson }, { weight: 1, arbitrary: broken })
}

function requestOf(operation: Operation, values: Readonly<Record<string, unknown>>, payload: unknown): InjectOptions {
	const of = (place: Parameter['in']) =>
		(operation.parameters ?? []).filter((one) => one.in === place && values[one.name] !== undefined)
	const path = operation.path.replace(/\{([^}]+)\}/g, (_all, name: string) => escaped(values[name]) || 'x')
	const query = of('query').map(({ name }) => `${escaped(name)}=${escaped(values[name])}`)
	const headers = Object.fromEntries(of('header').map(({ name }) => [name, headerSafe(values[name])]))
	return {
		method: operation.method as NonNullable<InjectOptions['method']>,
		url: query.length > 0 ? `${path}?${query.join('&')}` : path,
		headers: payload === undefined ? headers : { ...headers, 'content-type': 'application/json' },
		...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
	}
}
