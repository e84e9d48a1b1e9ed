// npm start: installs, builds what is stale, and opens the shop.
import { become, ensureBuilt, ensureInstalled, settingsFile } from './set-up.mjs'

ensureInstalled({ withTools: false })
ensureBuilt()
// Little of what the shop makes lives long: a small nursery for it keeps the memory of an idle shop near half.
become(['--max-semi-space-size=4', ...settingsFile(), 'server/main.ts'])
