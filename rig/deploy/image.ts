import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node } from '../../tools/set-up.mjs'
import { needPrograms, run } from './needed-programs.ts'

/** Run configuration of the shop's image. */
export interface ImageConfig {
	readonly User: string
	readonly Env: readonly string[]
	readonly Cmd: readonly string[]
	readonly WorkingDir: string
	readonly StopSignal: string
}

const image = 'localhost/premium-shaker-try'
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/** Base image name as the container engine reads it. */
function baseName(): string {
	const [, name] = /^FROM (\S+)/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
	if (!name) throw new Error('deploy/Dockerfile names no base')
	return `docker.io/library/${name}`
}

/** Builds the Dockerfile's base from Debian's packages, the project's Node and this machine's npm, unless present. */
async function makeBase(): Promise<void> {
	const name = baseName()
	if ((await run('buildah', ['images', '--format', '{{.Name}}:{{.Tag}}'])).split('\n').includes(name)) return
	const container = await run('buildah', ['from', 'scratch'])
	try {
		const folder = await run('buildah', ['mount', container])
		await run('debootstrap', ['--variant=minbase', 'bookworm', folder, 'http://deb.debian.org/debian'])
		const local = join(folder, 'usr/local')
		cpSync(node, join(local, 'bin/node'), { dereference: true })
		cpSync(join(await run('npm', ['root', '-g', '--loglevel=silent']), 'npm'), join(local, 'lib/node_modules/npm'), {
			recursive: true,
		})
		await run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm')])
		await run('chroot', [folder, 'useradd', '--create-home', '--uid', '1000', 'node'])
		// npm uses this machine's trusted certificates, including a company's proxy.
		if (existsSync(certificates)) {
			mkdirSync(join(folder, 'etc/ssl/certs'), { recursive: true })
			cpSync(certificates, join(folder, certificates), { dereference: true })
			mkdirSync(join(local, 'etc'), { recursive: true })
			writeFileSync(join(local, 'etc/npmrc'), `cafile=${certificates}\n`)
		}
		await run('buildah', ['config', '--cmd', 'node', container])
		await run('buildah', ['commit', '--quiet', container, name])
	} finally {
		await run('buildah', ['rm', container])
	}
}

/** Builds deploy/Dockerfile; returns its run configuration and the unpacked folder until `close`. */
export async function buildImage(): Promise<{ config: ImageConfig; folder: string; close(): Promise<void> }> {
	await needPrograms({ buildah: 'buildah', debootstrap: 'debootstrap' })
	await makeBase()
	const how = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--layers', '--format', 'docker']
	await run('buildah', ['bud', ...how, '-f', 'deploy/Dockerfile', '-t', image, '.'])
	const container = await run('buildah', ['from', '--pull-never', image])
	const folder = await run('buildah', ['mount', container])
	const { Docker } = JSON.parse(await run('buildah', ['inspect', container])) as { Docker: { config: ImageConfig } }
	return { config: Docker.config, folder, close: async () => void (await run('buildah', ['rm', container])) }
}
