import type { JsonSchema } from '#tests/api/schema-mismatch.ts'

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>

interface Parameter {
	readonly in: string
	readonly name: string
	readonly required?: boolean
	readonly description?: string
	readonly schema: JsonSchema
}

interface Call {
	readonly tags?: readonly string[]
	readonly summary?: string
	readonly description?: string
	readonly security?: readonly Readonly<Record<string, unknown>>[]
	readonly parameters?: readonly Parameter[]
	readonly requestBody?: { readonly content: Content; readonly required?: boolean }
	readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>
}

export interface OpenApiDocument {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : Number(a > b))
const entriesOf = <T>(record: Readonly<Record<string, T>> | undefined) => Object.entries(record ?? {}).toSorted(byName)

/** Serializes JSON with sorted keys. */
export function stableJson(value: unknown): string {
	const sorted = (_key: string, one: unknown) =>
		typeof one === 'object' && one !== null && !Array.isArray(one) ? Object.fromEntries(entriesOf({ ...one })) : one
	return JSON.stringify(value, sorted)
}

/** Schema keywords that have lines of their own. */
const structure = new Set([
	'type',
	'properties',
	'required',
	'items',
	'anyOf',
	'oneOf',
	'allOf',
	'additionalProperties',
])
/** Bounds that zod writes for every integer. */
const isSafeBound = (value: unknown) => Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER

/** Returns keyword and value; of a long pattern only its end, which identifies the variant. */
function wordText(name: string, value: unknown, { format }: JsonSchema): string {
	return name === 'pattern' && format ? `pattern=…${String(value).slice(-12)}` : `${name}=${stableJson(value)}`
}

/** Returns type and limits of one schema without its children: `string format="uuid" maxLength=40`. */
function ownWords(schema: JsonSchema): string {
	const type = [schema.type ?? ('enum' in schema || 'const' in schema ? [] : 'anything')].flat().join('|')
	const rest = entriesOf<unknown>({ ...schema })
		.filter(([name, value]) => !structure.has(name) && !isSafeBound(value))
		.map(([name, value]) => wordText(name, value, schema))
	return [type, ...rest].filter(Boolean).join(' ')
}

const longEnum = 6

/** Returns one line per fact of a schema: path, type, limits. `?` marks an optional field. */
function schemaLines(schema: JsonSchema, at = ''): string[] {
	const choices = [schema.anyOf, schema.oneOf, schema.allOf].filter((one) => one !== undefined).flat()
	if (choices.length > 0) return choiceLines(schema, choices, at)
	const { enum: values = [], ...others } = schema
	const isLong = values.length > longEnum
	const open = schema.additionalProperties
	const lines = [`${at || '.'} ${ownWords(isLong ? others : schema)}${open === false ? ' closed' : ''}`]
	if (isLong) lines.push(...values.map((value) => `${at || '.'} = ${stableJson(value)}`))
	for (const [name, one] of entriesOf(schema.properties))
		lines.push(...schemaLines(one, `${at}.${name}${schema.required?.includes(name) ? '' : '?'}`))
	if (typeof open === 'object' && Object.keys(open).length > 0) lines.push(...schemaLines(open, `${at}.*`))
	if (schema.items) lines.push(...schemaLines(schema.items, `${at}[]`))
	return lines
}

function choiceLines(schema: JsonSchema, choices: readonly JsonSchema[], at: string): string[] {
	const described = schema.description === undefined ? '' : ` description=${stableJson(schema.description)}`
	// `string | null` is one fact.
	if (choices.every((one) => schemaLines(one).length === 1))
		return [`${at || '.'} ${choices.map(ownWords).join(' | ')}${described}`]
	const kind = schema.anyOf ? 'any of' : schema.oneOf ? 'one of' : 'all of'
	const inside = choices.flatMap((one, place) => schemaLines(one, `${at}<${place + 1}>`))
	return [`${at || '.'} ${kind} ${choices.length}${described}`, ...inside]
}

const indented = (lines: readonly string[], by = '    ') => lines.map((line) => `${by}${line}`)

/** Returns the whole document, one fact per line. A repeated body of more than three lines refers to its first occurrence. */
export function documentLines(document: OpenApiDocument): string {
	const firstPlaces = new Map<string, string>()
	const bodyLines = (title: string, place: string, schema: JsonSchema | undefined): string[] => {
		if (!schema) return [`  ${title}`]
		const lines = schemaLines(schema)
		const text = lines.join('\n')
		const first = firstPlaces.get(text)
		if (first) return [`  ${title}: as ${first}`]
		if (lines.length > 3) firstPlaces.set(text, place)
		return [`  ${title}`, ...indented(lines)]
	}
	const callLines = (name: string, call: Call): string[] => {
		const security = (call.security ?? []).map((one) => Object.keys(one).join('+')).join(' or ')
		const title = `${name} · ${call.tags?.join(', ') ?? 'no tag'}${security && ` · ${security}`}`
		const parameters = (call.parameters ?? []).map((one) => {
			const described = one.description === undefined ? '' : ` description=${stableJson(one.description)}`
			const [first = '', ...more] = schemaLines(one.schema, `${one.in} ${one.name}${one.required ? '' : '?'}`)
			return [`  ${first}${described}`, ...indented(more, '  ')].join('\n')
		})
		const { requestBody } = call
		const required = requestBody?.required === false ? ' (optional)' : ''
		return [
			title,
			...(call.summary === undefined ? [] : [`  summary ${call.summary}`]),
			...(call.description === undefined ? [] : [`  description ${call.description}`]),
			...parameters.toSorted(),
			...entriesOf(requestBody?.content).flatMap(([type, { schema }]) =>
				bodyLines(`body ${type}${required}`, `body of ${name}`, schema),
			),
			...entriesOf(call.responses).flatMap(([status, { description, content }]) => {
				const said = description && description !== 'Default Response' ? ` ${description}` : ''
				if (!content) return [`  ${status} without a body${said}`]
				return entriesOf(content).flatMap(([type, { schema }]) =>
					bodyLines(`${status} ${type}${said}`, `${status} of ${name}`, schema),
				)
			}),
			'',
		]
	}
	const { paths, ...head } = document
	const calls = entriesOf(paths).flatMap(([path, methods]) =>
		entriesOf(methods).flatMap(([method, call]) => callLines(`${method.toUpperCase()} ${path}`, call)),
	)
	return [...entriesOf(head).map(([name, value]) => `${name} ${stableJson(value)}`), '', ...calls].join('\n')
}
