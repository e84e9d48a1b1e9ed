import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { OutsideStore } from '#modules/backup/server/outside-store.ts'
import { feed, outputOf } from '#modules/backup/server/programs.ts'

/**
 * A folder of another machine by the system's `ssh`, with POSIX commands on its side. `address` and names have no sign
 * that a shell reads. `key`: the file of a private key, with `known_hosts` beside it, where a new machine is written.
 */
export function openSshStore(address: string, key: string | undefined): OutsideStore {
	const { username, hostname, port, pathname } = new URL(address)
	// `/~/respaldos` is below the user's own folder.
	const folder = pathname.replace(/^\/~\//, '')
	const options = ['BatchMode=yes', 'ConnectTimeout=20', 'ServerAliveInterval=20', 'StrictHostKeyChecking=accept-new']
	if (key) options.push(`UserKnownHostsFile=${join(dirname(key), 'known_hosts')}`)
	const args = (command: string) => [
		...options.flatMap((option) => ['-o', option]),
		...(key ? ['-i', key] : []),
		...(port ? ['-p', port] : []),
		username ? `${username}@${hostname}` : hostname,
		command,
	]
	const run = async (command: string) => await text(outputOf('ssh', args(command)))
	const at = (name: string) => `${folder}/${name}`

	return {
		place: address,
		names: async () => (await run(`mkdir -p ${folder} && ls -1 ${folder}`)).split('\n').filter((name) => name !== ''),
		async put(name, content) {
			const part = `${at(name)}.part`
			try {
				await feed('ssh', args(`umask 077 && mkdir -p ${folder} && cat > ${part}`), content)
				await run(`mv ${part} ${at(name)}`)
			} catch (error) {
				// The machine may be unreachable; the next copy has another name.
				await run(`rm -f ${part}`).catch(() => {})
				throw error
			}
		},
		read: async (name) => Readable.from(outputOf('ssh', args(`cat ${at(name)}`)), { objectMode: false }),
		delete: async (name) => void (await run(`rm -f ${at(name)}`)),
	}
}
