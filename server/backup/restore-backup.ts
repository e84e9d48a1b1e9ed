import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { inArray, isNull, sql } from 'drizzle-orm'
import type { Manifest } from '#server/backup/shop-tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { correos } from '#server/db/tables/mail.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { devoluciones } from '#server/db/tables/payments.ts'
import type { Files } from '#server/files/files.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

const rowsAtOnce = 500

/** What a backup says of itself. Throws when the folder holds none, or one that did not finish. */
export function readManifest(source: string): Manifest {
	let manifest: Manifest
	try {
		manifest = JSON.parse(readFileSync(join(source, 'respaldo.json'), 'utf8')) as Manifest
	} catch (cause) {
		throw new Error(`en ${source} no hay un respaldo completo`, { cause })
	}
	if (manifest.formato !== 1) throw new Error('el respaldo es de una versión más nueva de la tienda')
	return manifest
}

export async function isUnused(db: Database): Promise<boolean> {
	const [[person], [order]] = await Promise.all([
		db.select({ id: usuarios.id }).from(usuarios).limit(1),
		db.select({ id: ordenes.id }).from(ordenes).limit(1),
	])
	return !person && !order
}

/** Fills an unused database of the backup's schema, all or nothing. Throws when fewer rows arrive than promised. */
export async function restoreBackup(db: Database, source: string): Promise<void> {
	const { tablas } = readManifest(source)
	await db.transaction(async (tx) => {
		for (const { nombre, filas } of tablas) {
			await tx.execute(sql`delete from ${sql.identifier(nombre)}`)
			const filled = await fillTable(tx, nombre, join(source, 'tablas', `${nombre}.jsonl.gz`))
			if (filled !== filas) throw new Error(`${nombre}: ${filled} filas en vez de ${filas}`)
			await continueNumbers(tx, nombre)
		}
	})
}

async function fillTable(tx: Transaction, table: string, path: string): Promise<number> {
	const { rows } = await tx.execute<{ name: string }>(
		sql`select column_name as name from information_schema.columns
			where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`,
	)
	const columns = sql.join(
		rows.map(({ name }) => sql.identifier(name)),
		sql`, `,
	)
	const name = sql.identifier(table)
	let filled = 0
	let lines: string[] = []
	const insert = async () => {
		if (lines.length === 0) return
		await tx.execute(sql`insert into ${name} (${columns}) overriding system value
			select ${columns} from json_populate_recordset(null::${name}, ${`[${lines.join(',')}]`}::json)`)
		filled += lines.length
		lines = []
	}
	for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
		if (line !== '') lines.push(line)
		if (lines.length >= rowsAtOnce) await insert()
	}
	await insert()
	return filled
}

/** Numbers that are left out: later orders are lost, but their customers may write theirs on a transfer. */
const numbersLeftOut: Readonly<Record<string, number>> = { nro_orden: 1000 }

/** Lets the numbers that the database gives out go on after the highest that there is. */
async function continueNumbers(tx: Transaction, table: string): Promise<void> {
	const { rows } = await tx.execute<{ name: string }>(
		sql`select column_name as name from information_schema.columns
			where table_schema = 'public' and table_name = ${table} and is_identity = 'YES'`,
	)
	for (const { name } of rows) {
		const column = sql.identifier(name)
		const gap = numbersLeftOut[name] ?? 0
		await tx.execute(sql`select setval(pg_get_serial_sequence(${table}, ${name}), max(${column}) + ${gap}::int)
			from ${sql.identifier(table)} having max(${column}) is not null`)
	}
}

/** Puts the pictures of a backup into the shop's store; gives how many. */
export async function restoreFiles(files: Files, source: string): Promise<number> {
	const folder = join(source, 'archivos')
	let entries: string[]
	try {
		entries = readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
	} catch {
		// A shop without a single proof has no such folder.
		return 0
	}
	for (const path of entries) {
		await files.put(relative(folder, path).split(sep).join('/'), readFileSync(path), `image/${extname(path).slice(1)}`)
	}
	return entries.length
}

/**
 * Enqueues what the tables say is still to do, as a backup has no jobs. A waiting refund may have been sent since: its
 * gateway is asked first.
 */
export async function askForWaitingJobs(db: Database, jobs: Jobs): Promise<number> {
	return await db.transaction(async (tx) => {
		const mails = await tx.select({ id: correos.id }).from(correos).where(isNull(correos.enviado_at))
		for (const { id } of mails) await jobs.enqueue(tx, 'enviar_correo', { correo_id: id })
		const refunds = await tx
			.update(devoluciones)
			.set({ estado: 'enviando', enviada_at: sql`now()`, reserva: null, reservada_hasta: null })
			.where(inArray(devoluciones.estado, ['pedida', 'enviando']))
			.returning({ id: devoluciones.id })
		for (const { id } of refunds) await jobs.enqueue(tx, 'devolver_pago', { devolucion_id: id })
		return mails.length + refunds.length
	})
}
