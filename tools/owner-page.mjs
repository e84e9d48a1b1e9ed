// npm run owner-page: updates the screenshots of docs/owner by its test.
import { spawnSync } from 'node:child_process'
import { ensureBrowser, noBrowser } from './find-browser.mjs'
import { ensureBuilt, ensureInstalled, node, root } from './set-up.mjs'

ensureInstalled({ withTools: true })
ensureBuilt()
// Its shop has no limits of unpaid orders.
spawnSync(node, ['tests/database-template.ts'], { cwd: root, stdio: 'inherit' })
const browser = await ensureBrowser()
if (!browser) throw new Error(noBrowser)
const { status } = spawnSync(
	node,
	['node_modules/@playwright/test/cli.js', 'test', 'tests/journeys/owner-page.spec.ts', '--update-snapshots=changed'],
	{
		...{ cwd: root, stdio: 'inherit' },
		env: { ...process.env, CHROMIUM_PATH: browser, OWNER_PAGE: '1' },
	},
)
process.exitCode = status ?? 1
