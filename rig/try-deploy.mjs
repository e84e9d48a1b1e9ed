// npm run try-deploy: builds and runs the image of deploy/ and its neighbours with Debian's programs. Needs root on a Debian
// or Ubuntu test machine, because it installs packages. Not part of npm test.
import { become, ensureBuilt, ensureInstalled, quickImports } from '../tools/set-up.mjs'

ensureInstalled({ withTools: true })
ensureBuilt()
become([...quickImports, 'rig/deploy/try-deploy.ts', ...process.argv.slice(2)])
