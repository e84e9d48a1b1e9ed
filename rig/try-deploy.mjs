// npm run try-deploy: builds the image of deploy/ and runs it, and what stands beside it, with Debian's own programs. Needs root
// on Debian or Ubuntu, on a machine for trials: it installs packages. Not part of npm test.
import { become, ensureBuilt, ensureInstalled, quickImports } from '../tools/set-up.mjs'

ensureInstalled({ withTools: true })
ensureBuilt()
become([...quickImports, 'rig/deploy/try-deploy.ts', ...process.argv.slice(2)])
