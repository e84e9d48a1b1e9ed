import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImageConfig } from './image.ts'
import { startApart, until } from './namespace.ts'
import { isReady, sellOne } from './sell.ts'

/** As in deploy/compose.yml: only /data and /tmp are writable, by an unprivileged user. */
const mounts = `
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --bind "$2" "$1/data"
mount -t tmpfs tmpfs "$1/tmp"`

/** Runs the image's command with `settings`, sells an order and stops it. Returns a result line. */
export async function tryImage(config: ImageConfig, folder: string, settings: Record<string, string>): Promise<string> {
	const data = mkdtempSync(join(tmpdir(), 'premium-shaker-image-data-'))
	chownSync(data, 1000, 1000)
	const { DATA_DIR: _, ...own } = settings
	const variables = [...config.Env, ...Object.entries(own).map(([name, value]) => `${name}=${value}`)]
	const become = ['setpriv', '--no-new-privs', 'chroot', `--userspec=${config.User}`, folder]
	const inside = ['env', '-i', '-C', config.WorkingDir, ...variables, ...config.Cmd]
	const url = `http://127.0.0.1:${settings.PORT}`
	const shop = startApart(mounts, [folder, data], [...become, ...inside])
	try {
		await until(() => isReady(url), shop)
		const order = await sellOne(url)
		const begin = performance.now()
		const code = await shop.stop(config.StopSignal as NodeJS.Signals)
		if (code !== 0) throw new Error(`no terminó bien (código ${code}): ${shop.output().slice(-500)}`)
		const seconds = ((performance.now() - begin) / 1000).toFixed(1)
		return `su tienda abrió en production, vendió la orden ${order} y terminó con código 0 en ${seconds} s`
	} finally {
		await shop.stop('SIGKILL')
		rmSync(data, { recursive: true, force: true })
	}
}
