// npm start: installs, builds what is stale, and opens the shop.
import { become, ensureBuilt, ensureInstalled } from './set-up.mjs'

ensureInstalled({ withTools: false })
ensureBuilt()
become(['--env-file-if-exists=.env', 'server/main.ts'])
