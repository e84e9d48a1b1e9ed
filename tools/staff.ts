/**
 * Who may enter the staff panel, from the operator's side.
 * Use: npm run staff -- grant EMAIL | revoke EMAIL | list
 * Works on DATABASE_URL, also while the shop is open; on the embedded database only while the shop is stopped.
 */
import { EnvironmentError } from '#server/environment.ts'
import { grantStaff } from '#server/staff/grant-staff.ts'
import { listStaff } from '#server/staff/list-staff.ts'
import { revokeStaff } from '#server/staff/revoke-staff.ts'
import { CannotRun, openOperatorDatabase } from './open-operator-database.ts'

const usage = 'Uso: npm run staff -- grant CORREO | revoke CORREO | list'

const commands = {
	grant: { run: grantStaff, needsEmail: true },
	revoke: { run: revokeStaff, needsEmail: true },
	list: { run: (db: Parameters<typeof listStaff>[0]) => listStaff(db), needsEmail: false },
} as const

async function main(args: readonly string[]): Promise<{ ok: boolean; lines: readonly string[] }> {
	const [name = '', email, ...rest] = args
	const command = Object.entries(commands).find(([known]) => known === name)?.[1]
	if (!command || rest.length > 0 || command.needsEmail !== (email !== undefined)) return { ok: false, lines: [usage] }
	const database = await openOperatorDatabase(process.env)
	try {
		return await command.run(database.db, email ?? '')
	} finally {
		await database.close()
	}
}

try {
	const { ok, lines } = await main(process.argv.slice(2))
	for (const line of lines) (ok ? process.stdout : process.stderr).write(`${line}\n`)
	process.exitCode = ok ? 0 : 1
} catch (error) {
	if (!(error instanceof CannotRun || error instanceof EnvironmentError)) throw error
	process.stderr.write(`No se puede: ${error.message}\n`)
	process.exitCode = 1
}
