// npm run verify: every check from commit messages to all tests; stops at the first failure.
import { ensureBuilt, ensureInstalled, node, root, run } from './set-up.mjs'

ensureInstalled({ withTools: true })
const steps = [
	['formato, lint y límites entre alas', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']],
	['tipos', 'node_modules/typescript/bin/tsc', ['--noEmit', '-p', '.']],
	['código muerto', 'node_modules/knip/bin/knip.js', []],
]
const say = (text) => process.stdout.write(`› ${text}\n`)
say('mensajes de commit')
run(node, ['tools/check-commits.mjs'])
say('package-lock.json completo para toda plataforma')
run('npm', ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
for (const [name, script, args] of steps) {
	say(name)
	run(node, [script, ...args])
}
ensureBuilt()
say('tamaños')
run(node, ['tools/page-sizes.ts'])
run(node, ['tools/test.mjs'], { cwd: root })
say('la tienda sin cada módulo opcional')
run(node, ['tools/try-modules.mjs'])
// Last, so that the last line says that nobody was asked about vulnerabilities.
say('fallas conocidas de las dependencias')
run(node, ['tools/audit.mjs', '--offline'])
