// npm run dev: rebuilds and restarts the shop at every source change.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, node, removeBuildStamp, root, settingsFile } from './set-up.mjs'

ensureInstalled({ withTools: true })
ensureBuilt()
// From here on dist/ follows every change, also a reverted or failing one.
removeBuildStamp()
const children = [
	spawn(node, ['node_modules/vite/bin/vite.js', 'build', '--app', '--watch', '--logLevel', 'warn'], {
		cwd: root,
		stdio: 'inherit',
	}),
	spawn(
		node,
		[
			'--watch',
			'--watch-path=dist/server',
			'--watch-path=dist/shop',
			'--watch-preserve-output',
			...settingsFile(),
			'dist/shop/main.js',
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
