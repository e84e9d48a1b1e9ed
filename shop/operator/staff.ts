/**
 * Manages access to the staff panel. Use: npm run staff -- grant EMAIL | revoke EMAIL | reset-factor EMAIL | list. Works on
 * DATABASE_URL, also while the shop is open; on the embedded database only while it is stopped.
 */
import { randomUUID } from 'node:crypto'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { readDemoSecrets } from '#core/server/environment/demo.ts'
import { openJobs } from '#core/server/jobs/jobs.ts'
import { systemClock } from '#core/server/platform/clock.ts'
import { secretKeysOf } from '#core/server/platform/secrets.ts'
import { createResetLinks } from '#modules/accounts/server/sessions.ts'
import { readEnvironment } from '#modules/lists/environment.ts'
import { hooks } from '#modules/lists/hooks.ts'
import { moduleCommands } from '#modules/lists/server.ts'
import {
	grantStaff,
	listStaff,
	type OperatorAnswer,
	revokeStaff,
	type StaffCommandDeps,
} from '#modules/staff/server/rights.ts'
import { openOperatorDatabase } from '#shop/operator/shared/open-operator-database.ts'
import { runTool } from '#shop/operator/shared/run-tool.ts'
import { createEnqueueMail } from '#shop/server/mail/send-mail.ts'

type Command = (deps: StaffCommandDeps, email: string) => Promise<OperatorAnswer>

const onAccount: Readonly<Record<string, Command>> = { grant: grantStaff, revoke: revokeStaff, ...moduleCommands }
const usage = `Uso: npm run staff -- ${Object.keys(onAccount)
	.map((name) => `${name} CORREO`)
	.join(' | ')} | list`
/** Runs one command and writes its mails to the queue: the shop sends them, at once or when it opens. */
async function withDeps<Answer>(
	database: OpenDatabase,
	run: (deps: StaffCommandDeps) => Promise<Answer>,
): Promise<Answer> {
	const env = readEnvironment(process.env)
	const keys = secretKeysOf(env, env.isDemo ? readDemoSecrets(env.dataDir).secretKey : undefined)
	const jobs = await openJobs(database.queueOptions, (error) => process.stderr.write(`${error.message}\n`))
	try {
		const mail = createEnqueueMail(jobs, randomUUID)
		const links = createResetLinks(keys, env.publicUrl)
		return await run({ db: database.db, clock: systemClock, mail, links, hooks })
	} finally {
		await jobs.stop(0)
	}
}

async function main(args: readonly string[]): Promise<{ ok: boolean; lines: readonly string[] }> {
	const [name = '', email, ...rest] = args
	const command = name === 'list' ? listStaff : Object.entries(onAccount).find(([known]) => known === name)?.[1]
	if (!command || rest.length > 0 || (name !== 'list') !== (email !== undefined)) return { ok: false, lines: [usage] }
	const database = await openOperatorDatabase(process.env)
	try {
		return await withDeps(database, (deps) => command(deps, email ?? ''))
	} finally {
		await database.close()
	}
}

await runTool(async () => {
	const { ok, lines } = await main(process.argv.slice(2))
	for (const line of lines) (ok ? process.stdout : process.stderr).write(`${line}\n`)
	process.exitCode = ok ? 0 : 1
})
