/** A backup that cannot be restored; its message is the reason, in one sentence. */
export class DamagedBackup extends Error {
	override readonly name = 'DamagedBackup'
}
