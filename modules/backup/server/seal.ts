import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { DamagedBackup } from '#modules/backup/server/damaged-backup.ts'
import { feed, outputOf } from '#modules/backup/server/programs.ts'

/** A new pair of keys (age, X25519): `identity` opens what is sealed for `recipient`. */
export async function newKeys(): Promise<{ readonly identity: string; readonly recipient: string }> {
	const identity = await generateX25519Identity()
	return { identity, recipient: await identityToRecipient(identity) }
}

type WebStream = globalThis.ReadableStream<Uint8Array>

/** The folder as one archive that only the owner's key opens. Fails when the folder cannot be read to its end. */
export async function seal(folder: string, recipient: string): Promise<Readable> {
	const encrypter = new Encrypter()
	encrypter.addRecipient(recipient)
	const archive = Readable.from(outputOf('tar', ['-C', folder, '-cf', '-', '.']), { objectMode: false })
	const sealed = await encrypter.encrypt(Readable.toWeb(archive) as WebStream)
	return Readable.fromWeb(sealed as ReadableStream<Uint8Array>)
}

/** Unpacks a sealed folder into the empty `target`. @throws DamagedBackup for another key, or a cut or changed archive */
export async function unseal(sealed: Readable, identity: string, target: string): Promise<void> {
	const decrypter = new Decrypter()
	try {
		decrypter.addIdentity(identity)
	} catch (cause) {
		throw new DamagedBackup('la llave no es una de npm run backup -- --new-key: empieza con AGE-SECRET-KEY-', { cause })
	}
	const opened = await decrypter.decrypt(Readable.toWeb(sealed) as WebStream).catch((cause: unknown) => {
		throw new DamagedBackup('esa llave no abre este respaldo, o el archivo está dañado', { cause })
	})
	// Owners and rights are those of the user who restores.
	await feed('tar', ['-C', target, '-xof', '-'], Readable.fromWeb(opened as ReadableStream<Uint8Array>)).catch(
		(cause: unknown) => {
			throw new DamagedBackup('el archivo del respaldo está cortado o dañado', { cause })
		},
	)
}
