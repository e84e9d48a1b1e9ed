import type { PGlite } from '@electric-sql/pglite'

interface Column {
	readonly table: string
	readonly column: string
	readonly type: string
	readonly required: boolean
	/** The database fills the column when omitted: default, identity, expression. */
	readonly filled: boolean
}

interface Constraint {
	readonly table: string
	readonly name: string
	readonly columns: readonly string[]
	readonly definition: string
}

export interface Schema {
	readonly columns: readonly Column[]
	/** CHECK, UNIQUE, primary and foreign keys, unique indexes. */
	readonly constraints: readonly Constraint[]
}

const columnsSql = `
	select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
		a.atthasdef or a.attidentity <> '' as filled
	from pg_attribute a join pg_class c on c.oid = a.attrelid
	where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`
const namesOf = (keys: string, relation: string) => `array(select a.attname::text from pg_attribute a
	where a.attrelid = ${relation} and a.attnum = any(${keys}))`
const constraintsSql = `
	select c.relname as table, n.conname as name, ${namesOf('n.conkey', 'n.conrelid')} as columns,
		pg_get_constraintdef(n.oid) as definition
	from pg_constraint n join pg_class c on c.oid = n.conrelid where n.connamespace = 'public'::regnamespace
		and n.contype <> 'n'
	union all
	select c.relname, x.relname, ${namesOf('i.indkey::int2[]', 'i.indrelid')}, pg_get_indexdef(i.indexrelid)
	from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
	where i.indisunique and c.relnamespace = 'public'::regnamespace
		and not exists (select 1 from pg_constraint n where n.conindid = i.indexrelid)`

/** Reads the tables from the system catalogs. */
export async function readSchema(client: Pick<PGlite, 'query'>): Promise<Schema> {
	const columns = await client.query<Column>(columnsSql)
	const constraints = await client.query<Constraint>(constraintsSql)
	return { columns: columns.rows, constraints: constraints.rows }
}

/** Returns the values of an IN list constraint; undefined for any other constraint. */
function listOf(definition: string): ReadonlySet<string> | undefined {
	const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition)?.[1]
	return list === undefined ? undefined : new Set(list.split(', '))
}

const isWidened = (before: string, after: string) => {
	const [old, now] = [listOf(before), listOf(after)]
	return old !== undefined && now !== undefined && [...old].every((word) => now.has(word))
}

/**
 * Returns what breaks code written for `before` that uses the columns in `named`: missing or changed columns, and writes
 * that may be rejected. Format: `table: column or rule`.
 */
export function findBreaks(before: Schema, after: Schema, named: ReadonlyMap<string, readonly string[]>): string[] {
	const isNamed = (table: string, column: string) => named.get(table)?.includes(column) ?? false
	const gone = before.columns
		.filter(({ table, column }) => isNamed(table, column))
		.filter((old) => {
			const now = after.columns.find(({ table, column }) => table === old.table && column === old.column)
			return now?.type !== old.type || now.required !== old.required || (old.filled && !now.filled)
		})
	const unwritten = after.columns.filter(
		({ table, column, required, filled }) => named.has(table) && !isNamed(table, column) && required && !filled,
	)
	const stricter = after.constraints
		// A constraint on new columns only accepts their nulls.
		.filter(({ table, columns }) => named.has(table) && columns.some((column) => isNamed(table, column)))
		.filter(({ table, name, definition }) => {
			const old = before.constraints.find((one) => one.table === table && one.name === name)
			return old?.definition !== definition && !(old && isWidened(old.definition, definition))
		})
	return [
		...[...gone, ...unwritten].map(({ table, column }) => `${table}: ${column}`),
		...stricter.map(({ table, name }) => `${table}: ${name}`),
	]
}
