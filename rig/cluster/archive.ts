import { leaderOf, type Node } from './nodes.ts'

/** Runs pgBackRest on a machine, like an operator. */
export async function pgbackrest(node: Node, ...words: readonly string[]): Promise<string> {
	const { PATRONI_SUPERUSER_PASSWORD = '' } = node.env
	const connection = { PGHOST: node.address, PGPASSWORD: PATRONI_SUPERUSER_PASSWORD }
	return await node.run(['pgbackrest', '--stanza=premium-shaker', ...words], connection)
}

/** Creates the archive's stanza; WAL written before waits for it. */
export async function startArchive(nodes: readonly Node[]): Promise<void> {
	const leader = await leaderOf(nodes)
	if (!leader) throw new Error('nobody leads')
	await pgbackrest(leader, 'stanza-create')
}
