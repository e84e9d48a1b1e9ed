import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { node } from '../../tools/set-up.mjs'
import { startApart, until } from './namespace.ts'
import { needPrograms } from './needed-programs.ts'
import { isReady, sellOne } from './sell.ts'

const unitFile = 'deploy/premium-shaker@.service'

/** Folders and user of the installation, visible to this trial only. */
const mounts = `
mount --bind "$1/passwd" /etc/passwd
mount --bind "$1/group" /etc/group
mount -t tmpfs tmpfs /opt
mkdir -p /opt/premium-shaker/current/bin
ln -s "$2/dist" /opt/premium-shaker/current/dist
ln -s "$3" /opt/premium-shaker/current/bin/node
mount -t tmpfs tmpfs /var/lib
mkdir -m 700 /var/lib/premium-shaker
chown premium-shaker:premium-shaker /var/lib/premium-shaker`

/** A folder with this machine's users and the unit's, under an unused id, and the unit for one port. */
function prepare(unit: Unit, port: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-unit-'))
	const add = (file: string, line: string) =>
		writeFileSync(join(folder, file), `${readFileSync(`/etc/${file}`, 'utf8')}${line}\n`)
	add('passwd', `${unit.say('User')}:x:64999:64999::/:/usr/sbin/nologin`)
	add('group', `${unit.say('Group')}:x:64999:`)
	copyFileSync(unitFile, join(folder, `premium-shaker@${port}.service`))
	return folder
}

interface Unit {
	/** Returns the value of a line, for this port. */
	say(name: string): string
}

function readUnit(port: string): Unit {
	const text = readFileSync(unitFile, 'utf8').replaceAll('%i', port)
	return {
		say(name) {
			const [, value] = new RegExp(`^${name}=(.*)$`, 'm').exec(text) ?? []
			if (value === undefined) throw new Error(`${unitFile} no dice ${name}`)
			return value
		},
	}
}

/** The unit's limit of open files, or the maximum that root may set here. */
function filesLimit({ say }: Unit): number {
	const [, most] = /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
	return Math.min(Number(say('LimitNOFILE')), Number(most ?? Number.POSITIVE_INFINITY))
}

/** Runs the unit's command with its umask, file limit, user, folder and only its environment. */
function commandOf(unit: Unit, settings: Record<string, string>): string[] {
	const { say } = unit
	const { PORT: _port, HOST: _host, DATA_DIR: _folder, ...file } = settings
	return [
		'prlimit',
		`--nofile=${filesLimit(unit)}`,
		'setpriv',
		`--reuid=${say('User')}`,
		`--regid=${say('Group')}`,
		'--clear-groups',
		'--no-new-privs',
		'--bounding-set=-all',
		'env',
		'-i',
		'-C',
		say('WorkingDirectory'),
		'PATH=/usr/bin:/bin',
		...say('Environment').split(' '),
		...Object.entries(file).map(([name, value]) => `${name}=${value}`),
		...say('ExecStart').split(' '),
	]
}

/** Verifies the unit by systemd, and runs its command; Protect…, MemoryMax and Restart are not tested. Returns a result line. */
export async function tryUnit(settings: Record<string, string>): Promise<string> {
	await needPrograms({ 'systemd-analyze': 'systemd', prlimit: 'util-linux' })
	const port = settings.PORT ?? '3001'
	const unit = readUnit(port)
	const folder = prepare(unit, port)
	const places = [folder, resolve('.'), node]
	try {
		const file = join(folder, `premium-shaker@${port}.service`)
		const check = startApart(mounts, places, ['systemd-analyze', 'verify', '--man=no', file])
		await once(check.child, 'close')
		if (check.child.exitCode !== 0 || check.output() !== '') throw new Error(`systemd-analyze: ${check.output()}`)
		const shop = startApart(`${mounts}\numask ${unit.say('UMask')}`, places, commandOf(unit, settings))
		try {
			const url = `http://127.0.0.1:${port}`
			await until(() => isReady(url), shop)
			const order = await sellOne(url)
			const code = await shop.stop(unit.say('KillSignal') as NodeJS.Signals, Number(unit.say('TimeoutStopSec')))
			if (code !== 0) throw new Error(`no terminó bien (código ${code}): ${shop.output().slice(-500)}`)
			return `systemd no le objeta nada; su orden, con su usuario y ${filesLimit(unit)} archivos, vendió la orden ${order} y terminó con código 0`
		} finally {
			await shop.stop('SIGKILL')
		}
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
}
