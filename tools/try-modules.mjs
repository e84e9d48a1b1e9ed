// npm run try-modules: takes each optional module out of a copy of the project, then all of them, and checks that the rest
// compiles, passes lint and the tests of the specification, and sells. With names: takes those out, together.
import { ensureInstalled, node, quickImports, root, run } from './set-up.mjs'

ensureInstalled({ withTools: true })
run(node, [...quickImports, 'tools/try-modules.ts', ...process.argv.slice(2)], { cwd: root })
