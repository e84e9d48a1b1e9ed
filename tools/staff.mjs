// npm run staff -- grant EMAIL | revoke EMAIL | list: who may enter the staff panel.
import { existsSync } from 'node:fs'
import { become, ensureInstalled, node } from './set-up.mjs'

// Never renews what is installed: the shop may be running on it.
if (!existsSync(node)) ensureInstalled({ withTools: false })
become(['--env-file-if-exists=.env', 'tools/staff.ts', ...process.argv.slice(2)])
