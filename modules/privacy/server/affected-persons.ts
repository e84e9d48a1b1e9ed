import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { batchesOf, csvHead, csvLines } from '#core/server/lists/csv.ts'
import { dateOf, withinDays } from '#core/server/lists/list-page.ts'
import type { Hooks } from '#modules/lists/context.ts'
import { type BreachKind, breachKinds } from '#modules/privacy/breach-kinds.ts'
import type { AffectedQuery } from '#modules/privacy/shapes.ts'

/** Of each kind: SQL that selects `correo`, `nombre`, `telefono` and the `momento` at which it was written. */
const persons: Hooks['affected'] = {
	cuentas: [
		sql`select email as correo, trim(first_name || ' ' || last_name) as nombre, telefono, created_at as momento
			from usuarios where deleted_at is null`,
	],
	ordenes: [sql`select lower(email) as correo, nombre, telefono, created_at as momento from ordenes where email <> ''`],
	comprobantes: [
		sql`select lower(o.email) as correo, o.nombre, o.telefono, c.created_at as momento
			from comprobantes c join ordenes o on o.id = c.orden_id where o.email <> '' and c.borrado_at is null`,
	],
	ingresos: [
		sql`select u.email as correo, trim(u.first_name || ' ' || u.last_name) as nombre, u.telefono, v.momento
			from sesiones s join usuarios u on u.id = s.usuario_id
			cross join lateral (values (s.created_at), (s.used_at)) v(momento) where u.deleted_at is null`,
	],
}

interface Person extends Record<string, unknown> {
	readonly correo: string
	readonly nombre: string | null
	readonly telefono: string | null
	readonly tipos: string
	readonly primera: string
	readonly ultima: string
}

/**
 * Streams the persons whose data was written in some days, by mail address, as a CSV file: without a first day all whose
 * data was stored by the last one. Erased persons are in no table any more. Each batch reads all rows: a rare file needs
 * no index.
 */
export async function* affectedCsv(
	{ db, hooks }: { readonly db: Queryable; readonly hooks: Hooks },
	{ datos, ...days }: AffectedQuery,
): AsyncGenerator<string> {
	yield csvHead(['nombre', 'correo', 'telefono', 'datos', 'primera_fecha', 'ultima_fecha'])
	const all = Object.keys(breachKinds) as BreachKind[]
	const kinds = datos === undefined ? all : all.filter((kind) => datos.split(',').includes(kind))
	const selects = kinds.flatMap((kind) =>
		[...(persons[kind] ?? []), ...(hooks.affected[kind] ?? [])].map(
			(rows): SQL => sql`select ${kind}::text as tipo, r.* from (${rows}) r`,
		),
	)
	const written = sql.join(selects, sql` union all `)
	const within = withinDays(sql`momento`, days) ?? sql`true`
	const batches = batchesOf<Person>(async (last, size) => {
		const { rows } = await db.execute<Person>(sql`
			select correo, (array_agg(nombre order by momento desc) filter (where nombre <> ''))[1] as nombre,
				(array_agg(telefono order by momento desc) filter (where telefono <> ''))[1] as telefono,
				string_agg(distinct tipo, ',' order by tipo) as tipos,
				${dateOf(sql`min(momento)`)}::text as primera, ${dateOf(sql`max(momento)`)}::text as ultima
			from (${written}) escrito
			where ${within} and correo collate "C" > ${last?.correo ?? ''}
			group by correo order by correo collate "C" limit ${size}`)
		return rows
	})
	for await (const batch of batches) {
		yield csvLines(
			batch.map(({ nombre, correo, telefono, tipos, primera, ultima }) => [
				nombre,
				correo,
				telefono,
				all.flatMap((kind) => (tipos.split(',').includes(kind) ? breachKinds[kind].toLowerCase() : [])).join(', '),
				primera,
				ultima,
			]),
		)
	}
}
