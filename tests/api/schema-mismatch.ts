/** The subset of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
	readonly type?: string | readonly string[]
	readonly enum?: readonly unknown[]
	readonly const?: unknown
	readonly anyOf?: readonly JsonSchema[]
	readonly oneOf?: readonly JsonSchema[]
	readonly allOf?: readonly JsonSchema[]
	readonly $ref?: string
	readonly not?: JsonSchema
	readonly properties?: Readonly<Record<string, JsonSchema>>
	readonly required?: readonly string[]
	readonly additionalProperties?: boolean | JsonSchema
	readonly propertyNames?: JsonSchema
	readonly items?: JsonSchema
	readonly minItems?: number
	readonly maxItems?: number
	readonly minLength?: number
	readonly maxLength?: number
	readonly pattern?: string
	readonly format?: string
	readonly minimum?: number
	readonly maximum?: number
	readonly exclusiveMinimum?: number
	readonly exclusiveMaximum?: number
	readonly description?: string
	readonly default?: unknown
}

function kindOf(value: unknown): string {
	if (value === null) return 'null'
	if (Array.isArray(value)) return 'array'
	return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}

function isOfType(type: string, value: unknown): boolean {
	const kind = kindOf(value)
	return kind === type || (type === 'number' && kind === 'integer')
}

const isRecord = (value: unknown): value is Record<string, unknown> => kindOf(value) === 'object'

/** Returns the first mismatch of `value` with `schema` in one sentence; undefined when valid. */
export function mismatch(schema: JsonSchema, value: unknown, at = '$'): string | undefined {
	if (schema.$ref) return `${at}: ${schema.$ref} is not followed`
	const types = schema.type === undefined ? undefined : [schema.type].flat()
	if (types && !types.some((type) => isOfType(type, value))) return `${at}: ${kindOf(value)} instead of ${types}`
	if (schema.enum && !schema.enum.includes(value)) return `${at}: ${JSON.stringify(value)} is none of ${schema.enum}`
	if ('const' in schema && schema.const !== value) return `${at}: ${JSON.stringify(value)} is not ${schema.const}`
	const choices = schema.anyOf ?? schema.oneOf
	if (choices?.every((one) => mismatch(one, value, at) !== undefined)) return `${at}: fits none of ${choices.length}`
	for (const one of schema.allOf ?? []) {
		const found = mismatch(one, value, at)
		if (found) return found
	}
	if (typeof value === 'string') return textMismatch(schema, value, at)
	if (typeof value === 'number') return numberMismatch(schema, value, at)
	if (Array.isArray(value)) return listMismatch(schema, value, at)
	return isRecord(value) ? recordMismatch(schema, value, at) : undefined
}

function textMismatch(schema: JsonSchema, value: string, at: string): string | undefined {
	const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema
	if (value.length < minLength || value.length > maxLength) return `${at}: ${value.length} letters`
	if (pattern && !new RegExp(pattern, 'u').test(value)) return `${at}: ${JSON.stringify(value)} is not like ${pattern}`
	return undefined
}

function numberMismatch(schema: JsonSchema, value: number, at: string): string | undefined {
	const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema
	const isInside = value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum
	return isInside ? undefined : `${at}: ${value} is out of range`
}

function listMismatch(schema: JsonSchema, value: readonly unknown[], at: string): string | undefined {
	if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) return `${at}: too many`
	for (const [index, one] of value.entries()) {
		const found = schema.items && mismatch(schema.items, one, `${at}[${index}]`)
		if (found) return found
	}
	return undefined
}

function recordMismatch(schema: JsonSchema, value: Record<string, unknown>, at: string): string | undefined {
	const { properties = {}, required = [], additionalProperties = true } = schema
	const missing = required.find((name) => !Object.hasOwn(value, name))
	if (missing !== undefined) return `${at}: lacks ${missing}`
	for (const [name, one] of Object.entries(value)) {
		const own = Object.hasOwn(properties, name) ? properties[name] : undefined
		if (!own && additionalProperties === false) return `${at}: ${name} was not promised`
		const rule = own ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
		const found = rule && mismatch(rule, one, `${at}.${name}`)
		if (found) return found
	}
	return undefined
}
