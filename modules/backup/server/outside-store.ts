import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createS3Send, type S3Bucket } from '#core/server/files/files.ts'
import { type Clock, systemClock } from '#core/server/platform/clock.ts'
import { copiesAmong } from '#modules/backup/copies.ts'
import type { BackupVariables } from '#modules/backup/server/backup-variables.ts'
import { feed, outputOf } from '#modules/backup/server/programs.ts'
import type { Processor } from '#modules/legal/processors.ts'

/** A folder outside this machine. Every call throws when it is unreachable or refuses. */
export interface OutsideStore {
	/** For people: `s3://cubo/tienda`. */
	readonly place: string
	names(): Promise<readonly string[]>
	/** Stores a file whole or not at all, in bounded memory. */
	put(name: string, content: Readable): Promise<void>
	read(name: string): Promise<Readable>
	delete(name: string): Promise<void>
}

/** The store of BACKUP_TO; undefined without one. */
export function openOutside(env: BackupVariables, clock: Clock): OutsideStore | undefined {
	if (env.BACKUP_TO === undefined) return undefined
	return env.BACKUP_TO.startsWith('s3:')
		? openS3Store(env.BACKUP_TO, {
				endpoint: env.BACKUP_S3_ENDPOINT ?? '',
				region: env.BACKUP_S3_REGION ?? '',
				accessKeyId: env.BACKUP_S3_ACCESS_KEY_ID ?? '',
				secretAccessKey: env.BACKUP_S3_SECRET_ACCESS_KEY ?? '',
				clock,
			})
		: openSshStore(env.BACKUP_TO, env.BACKUP_SSH_KEY)
}

/** Bytes of a part of an upload (S3: 5 MB at least, 10,000 parts at most) and of one read. */
const partBytes = 8 * 1024 * 1024
/** For one part: a slow line sends 1 Mbit/s. */
const timeoutMs = 120_000

/** Yields the bytes in parts of equal size, the last one shorter, maybe empty. */
async function* inParts(content: Readable): AsyncGenerator<Buffer> {
	let held: Buffer[] = []
	let length = 0
	for await (const chunk of content as AsyncIterable<Uint8Array>) {
		held.push(Buffer.from(chunk))
		length += chunk.byteLength
		while (length >= partBytes) {
			const all = Buffer.concat(held)
			yield all.subarray(0, partBytes)
			held = [all.subarray(partBytes)]
			length -= partBytes
		}
	}
	yield Buffer.concat(held)
}

/** A bucket, below the path of `s3://bucket/path`. Uploads in parts, of which nothing is left after a failure. */
function openS3Store(address: string, account: Omit<S3Bucket, 'bucket'> & { readonly clock: Clock }): OutsideStore {
	const [bucket = '', ...folders] = address.replace('s3://', '').split('/')
	const send = createS3Send({ ...account, bucket })
	const prefix = folders.map((folder) => `${folder}/`).join('')

	async function call(
		method: 'PUT' | 'GET' | 'HEAD' | 'DELETE' | 'POST',
		path: string,
		options: { readonly body?: Uint8Array; readonly headers?: Record<string, string> } = {},
	) {
		const answer = await send({ method, path, signal: AbortSignal.timeout(timeoutMs), ...options })
		const bytes = Buffer.from(await answer.arrayBuffer())
		const code = /<Code>(\w+)<\/Code>/.exec(bytes.toString('utf8', 0, 2000))?.[1]
		// The end of an upload may be answered 200 with an error.
		if (!answer.ok || (method === 'POST' && code))
			throw new Error(`the store of the copies answered ${answer.status} ${code ?? ''} to ${method}`.trim())
		return { headers: answer.headers, bytes }
	}

	return {
		place: address,
		async names() {
			const { bytes } = await call('GET', `?list-type=2&prefix=${encodeURIComponent(prefix)}&delimiter=%2F`)
			return [...bytes.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key.slice(prefix.length))
		},
		async put(name, content) {
			const path = `${prefix}${name}`
			const begun = await call('POST', `${path}?uploads=`)
			const id = /<UploadId>([^<]+)<\/UploadId>/.exec(begun.bytes.toString())?.[1]
			if (id === undefined) throw new Error('the store of the copies began no upload')
			const upload = `uploadId=${encodeURIComponent(id)}`
			try {
				const parts: string[] = []
				for await (const body of inParts(content)) {
					const n = parts.length + 1
					const { headers } = await call('PUT', `${path}?partNumber=${n}&${upload}`, { body })
					parts.push(`<Part><PartNumber>${n}</PartNumber><ETag>${headers.get('etag') ?? ''}</ETag></Part>`)
				}
				const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
				await call('POST', `${path}?${upload}`, { body })
			} catch (error) {
				// The store may be unreachable, and the first error says why.
				await call('DELETE', `${path}?${upload}`).catch(() => {})
				throw error
			}
		},
		async read(name) {
			const path = `${prefix}${name}`
			const size = Number((await call('HEAD', path)).headers.get('content-length'))
			async function* parts() {
				for (let start = 0; start < size; start += partBytes) {
					const range = `bytes=${start}-${Math.min(size, start + partBytes) - 1}`
					yield (await call('GET', path, { headers: { range } })).bytes
				}
			}
			return Readable.from(parts(), { objectMode: false })
		},
		delete: async (name) => void (await call('DELETE', `${prefix}${name}`)),
	}
}

/**
 * A folder of another machine by the system's `ssh`, with POSIX commands on its side. `address` and names have no sign
 * that a shell reads. `key`: the file of a private key, with `known_hosts` beside it, where a new machine is written.
 */
function openSshStore(address: string, key: string | undefined): OutsideStore {
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

const trial = 'prueba-del-doctor'

/** What the check of an installation tries of the copies outside. */
export const outsideProbe = {
	what: 'respaldos',
	failure: 'las copias no se pueden mandar',
	async probe({ env }: { readonly env: BackupVariables }): Promise<string> {
		const store = openOutside(env, systemClock)
		if (!store) return 'sin BACKUP_TO ninguna copia sale de este equipo'
		await store.put(trial, Readable.from([Buffer.from('.')]))
		const [newest = 'ninguna todavía'] = copiesAmong(await store.names())
		await store.delete(trial)
		return `${store.place} guarda, muestra y borra; la última copia: ${newest}`
	},
}

/** Where the copies of the backup lie: it keeps what it cannot read. */
export function backupProcessors({ BACKUP_TO, BACKUP_S3_ENDPOINT }: BackupVariables): readonly Processor[] {
	const nombre = URL.parse(BACKUP_S3_ENDPOINT ?? BACKUP_TO ?? '')?.hostname
	if (!nombre) return []
	const finalidad = 'Guardar las copias de los respaldos, cifradas: no puede leerlas'
	return [{ clave: 'respaldos', nombre, finalidad, pais: '', enlace: '' }]
}
