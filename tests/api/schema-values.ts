import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema } from '#tests/api/schema-mismatch.ts'

/** Hostile texts: SQL, HTML, formulas, control characters, lone surrogates, paths, very long ones. */
const nastyTexts = [
	'',
	' ',
	"' or 1=1 --",
	'"; drop table ordenes; --',
	'<script>alert(1)</script>',
	'=HYPERLINK("http://x")',
	'../../../etc/passwd',
	'%00',
	'\u{0}',
	'a\u{0}b',
	'\u{d800}',
	'\u{202e}abc',
	'\r\nSet-Cookie: a=b',
	'null',
	'undefined',
	'NaN',
	'-1',
	'1e309',
	'9999999999999999999999',
	'2026-13-45',
	'0001-01-01',
	'{{7*7}}',
	'x'.repeat(5000),
	'ñ'.repeat(300),
	'__proto__',
	'constructor',
	'00000000-0000-0000-0000-000000000000',
	'//evil.example/',
	'javascript:alert(1)',
]
const nasty = fc.constantFrom(...nastyTexts)

/** Values of every type, to replace another type. */
const anyValue: Arbitrary<unknown> = fc.oneof(
	nasty,
	fc.constantFrom<unknown>(null, true, false, [], {}, [[]], 0, -1, 0.5, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), '0'),
	fc.jsonValue({ maxDepth: 3 }),
)

function textOf({ minLength = 0, maxLength = 60, format, pattern }: JsonSchema): Arbitrary<string> {
	if (format === 'uuid') return fc.uuid()
	if (format === 'email') return fc.emailAddress()
	if (format === 'date') return fc.constantFrom('2026-11-20', '2020-02-29', '2099-12-31')
	if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
	if (pattern) return fc.stringMatching(new RegExp(pattern))
	return fc.oneof(
		fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40), unit: 'grapheme' }),
		nasty.filter((text) => text.length >= minLength && text.length <= maxLength),
	)
}

function numberOf({ minimum = -1000, maximum = 1000 }: JsonSchema, isWhole: boolean): Arbitrary<number> {
	const edges = fc.constantFrom(minimum, maximum, Math.max(minimum, 0), Math.min(maximum, Math.max(minimum, 1)))
	const inside = isWhole
		? fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) })
		: fc.double({ min: minimum, max: maximum, noNaN: true })
	return fc.oneof(inside, edges)
}

/** Field and parameter names with existing values, so requests pass the first check: `id` → real ids. */
export type Existing = Readonly<Record<string, readonly unknown[]>>

/** Generates values from schemas; a field named in `existing` mostly gets an existing value. */
export function schemaValues(existing: Existing) {
	/** Generates a valid value. */
	function soundOf(schema: JsonSchema, name?: string): Arbitrary<unknown> {
		const real = name === undefined ? [] : (existing[name] ?? [])
		if (real.length === 0) return madeOf(schema)
		return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...real) }, { weight: 1, arbitrary: madeOf(schema) })
	}

	function madeOf(schema: JsonSchema): Arbitrary<unknown> {
		if (schema.enum) return fc.constantFrom(...schema.enum)
		if ('const' in schema) return fc.constant(schema.const)
		const choices = schema.anyOf ?? schema.oneOf
		if (choices) return fc.oneof(...choices.map((one) => soundOf(one)))
		const [type] = [schema.type].flat()
		if (type === 'string') return textOf(schema)
		if (type === 'integer' || type === 'number') return numberOf(schema, type === 'integer')
		if (type === 'boolean') return fc.boolean()
		if (type === 'null') return fc.constant(null)
		if (type === 'object') return recordOf(schema)
		if (type !== 'array') return anyValue
		const { items = {}, minItems = 0, maxItems = 4 } = schema
		return fc.array(soundOf(items), { minLength: minItems, maxLength: Math.min(maxItems, 4) })
	}

	function recordOf(schema: JsonSchema): Arbitrary<unknown> {
		const { properties = {}, required = [], additionalProperties } = schema
		const own = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, soundOf(one, name)]))
		if (Object.keys(own).length > 0) return fc.record(own, { requiredKeys: [...required] as never[] })
		const values = typeof additionalProperties === 'object' ? soundOf(additionalProperties) : anyValue
		return fc.dictionary(fc.string({ maxLength: 10 }), values, { maxKeys: 3 })
	}

	/** Generates a valid value, then spoils one part or replaces the whole. */
	function spoiledOf(schema: JsonSchema, _name?: string): Arbitrary<unknown> {
		const ways = fc.constantFrom('set', 'drop', 'add', 'all')
		return fc.tuple(soundOf(schema), fc.nat(), anyValue, ways).map(([value, at, other, way]) => {
			if (way === 'all' || typeof value !== 'object' || value === null || Array.isArray(value)) return other
			const record = value as Record<string, unknown>
			const names = Object.keys(record)
			const name = names[at % Math.max(names.length, 1)] ?? 'x'
			if (way === 'add') return { ...record, [`${name}_`]: other, is_staff: true }
			const { [name]: _dropped, ...rest } = record
			return way === 'drop' ? rest : { ...rest, [name]: other }
		})
	}
	return { soundOf, spoiledOf }
}
