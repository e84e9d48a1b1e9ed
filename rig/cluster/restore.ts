import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { aBuyer, sendOrderTo, setProducts, staffAccess } from '#tests/failures/process-helpers.ts'
import { anOrder } from '#tests/shop-helpers.ts'
import { pgbackrest } from './archive.ts'
import { ask } from './ask.ts'
import { leaderOf, type Node } from './nodes.ts'
import { eventually, type Topology } from './topology.ts'

const bin = '/usr/lib/postgresql/15/bin'

/** Places `count` orders in cash; returns their ids. */
async function sell(shop: { url: string }, count: number): Promise<string[]> {
	const access = await aBuyer(shop)
	const ids: string[] = []
	for (let n = 0; n < count; n++) {
		const { status, body } = await sendOrderTo(shop, access, anOrder({ metodo_pago: 'efectivo' }))
		if (status !== 200) throw new Error(`order: ${status} ${body.code}`)
		ids.push(body.orden_id)
	}
	return ids
}

/** Waits until all WAL written so far is archived. */
async function archived(superuser: string): Promise<void> {
	const [{ file } = { file: '' }] = await ask<{ file: string }>(
		superuser,
		'select pg_walfile_name(pg_switch_wal()) as file',
	)
	await eventually(`${file} en el archivo`, 90, async () => {
		const [row] = await ask<{ last: string | null }>(
			superuser,
			'select last_archived_wal as last from pg_stat_archiver',
		)
		return row?.last && row.last >= file ? true : undefined
	})
}

/** Restores an isolated machine to `moment`, and stops it. */
async function rewind(node: Node, moment: string): Promise<void> {
	await pgbackrest(node, '--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
	const alone = `-c listen_addresses=${node.address} -c synchronous_standby_names=`
	const pgCtl = (...words: string[]) => node.run([`${bin}/pg_ctl`, '-D', node.data, ...words])
	await pgCtl('-w', '-t', '120', '-l', `${node.folder}/restore.log`, '-o', alone, 'start')
	const { PATRONI_SUPERUSER_PASSWORD: password } = node.env
	await eventually('la base de ese instante', 120, async () => {
		// By its own address; the driver does not compare it with the certificate.
		const tls = 'sslmode=require&uselibpqcompat=true'
		const address = `postgres://postgres:${password}@${node.address}:5432/postgres?${tls}`
		const [row] = await ask<{ waits: boolean }>(address, 'select pg_is_in_recovery() as waits')
		return row?.waits === false ? true : undefined
	})
	await pgCtl('-w', '-m', 'fast', 'stop')
}

/**
 * Deletes the cluster's state in Patroni, so the first machine to start becomes primary. It requires the leader's name while
 * its lease runs.
 */
async function forget(node: Node, leader: Node): Promise<void> {
	const answers = `premium-shaker\\nYes I am aware\\n${leader.name}\\n`
	const remove = `patronictl -c ${node.folder}/patroni.yml remove premium-shaker`
	await node.run(['sh', '-c', `printf '${answers}' | ${remove}`])
}

/** Stops the three, restores the first to `moment`, and lets the others copy it. */
async function restoreTo({ nodes, settled }: Topology, moment: string): Promise<void> {
	const leader = await leaderOf(nodes)
	const [first, ...others] = nodes
	if (!first || !leader) throw new Error('nobody leads')
	// The primary last: otherwise another takes over.
	for (const { patroni } of [...nodes.filter((node) => node !== leader), leader]) await patroni.end('SIGTERM')
	await rewind(first, moment)
	await forget(first, leader)
	first.patroni.start()
	await eventually('la restaurada escribe', 60, () => leaderOf([first]))
	for (const node of others) {
		rmSync(node.data, { recursive: true, force: true })
		node.patroni.start()
	}
	await settled(120)
}

const spoken = (ms: number) => (ms / 1000).toFixed(1).replace('.', ',')

/**
 * Backs the cluster up, sells, clears a column of every order by a wrong `update`, and restores the second before. False
 * when an earlier order differs, or the shop does not sell again by itself.
 */
export async function rehearseRestore(topology: Topology, url: string, say: (line: string) => void): Promise<boolean> {
	const { superuser, nodes } = topology
	const shop = { url }
	await setProducts(shop, await staffAccess(shop), 'stock', 1000)
	const earlier = await sell(shop, 10)
	const leader = await leaderOf(nodes)
	if (!leader) throw new Error('nobody leads')
	const began = performance.now()
	await pgbackrest(leader, '--type=full', 'backup')
	say(`Respaldo completo: ${spoken(performance.now() - began)} s`)

	const before = [...earlier, ...(await sell(shop, 20))]
	const [{ moment } = { moment: '' }] = await ask<{ moment: string }>(
		superuser,
		'select clock_timestamp()::text as moment',
	)
	await wait(1000)
	await ask(superuser, `update ordenes set telefono = ''`)
	const after = await sell(shop, 5)
	await archived(superuser)
	say(`Instante ${moment}; un segundo después, un update sin where y ${after.length} órdenes más`)

	const stopped = performance.now()
	await restoreTo(topology, moment)
	await ask(
		superuser,
		`select setval(pg_get_serial_sequence('ordenes', 'nro_orden'), max(nro_orden) + 1000) from ordenes`,
	)
	const newer = await eventually('la tienda vende otra vez', 60, () => sell(shop, 1))
	say(`Restaurado y vendiendo, sin reiniciar la tienda: ${spoken(performance.now() - stopped)} s`)

	const [number] = await ask<{ gap: number }>(
		superuser,
		`select max(nro_orden) - max(nro_orden) filter (where id = any($1)) as gap from ordenes`,
		[before],
	)
	const whole = `select id from ordenes where id = any($1) and telefono <> ''`
	const count = async (ids: string[]) => (await ask(superuser, whole, [ids])).length
	const [unchanged, lost, sold] = [await count(before), await count(after), await count(newer)]
	const [{ wrong } = { wrong: -1 }] = await ask<{ wrong: number }>(
		superuser,
		`select count(*)::int as wrong from ordenes where telefono = ''`,
	)
	say(`De antes del update: ${unchanged} de ${before.length} órdenes, enteras; estropeadas: ${wrong}`)
	say(
		`De después: ${lost} de ${after.length}, que hay que volver a pedir; vendida tras restaurar: ${sold} de 1, ${number?.gap} números más allá`,
	)
	return unchanged === before.length && wrong === 0 && lost === 0 && sold === 1 && (number?.gap ?? 0) > after.length
}
