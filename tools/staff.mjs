// npm run staff -- grant EMAIL | revoke EMAIL | list: who may enter the staff panel.
import { existsSync } from 'node:fs'
import { become, ensureInstalled, node, quickImports, settingsFile } from './set-up.mjs'

// Never renews what is installed: the shop may be running on it.
if (!existsSync(node)) ensureInstalled({ withTools: false })
become([...quickImports, ...settingsFile(), 'tools/staff.ts', ...process.argv.slice(2)])
