// npm run dev: the same shop, built anew and started again whenever a source changes.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, node, root, settingsFile } from './set-up.mjs'

ensureInstalled({ withTools: true })
ensureBuilt()
const children = [
	spawn(node, ['node_modules/vite/bin/vite.js', 'build', '--app', '--watch', '--logLevel', 'warn'], {
		cwd: root,
		stdio: 'inherit',
	}),
	spawn(
		node,
		[
			'--watch',
			'--watch-path=server',
			'--watch-path=domain',
			'--watch-path=contract',
			'--watch-path=dist/server',
			'--watch-preserve-output',
			...settingsFile(),
			'server/main.ts',
		],
		{ cwd: root, stdio: 'inherit' },
	),
]
const stop = () => {
	for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) {
	child.on('exit', (code) => {
		stop()
		process.exitCode = code ?? 1
	})
}
