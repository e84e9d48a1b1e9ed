// npm run staff -- grant EMAIL | revoke EMAIL | list: who may enter the staff panel.
import { become, ensureInstalled, isInstalled, quickImports, settingsFile } from './set-up.mjs'

// Never renews what is installed: the shop may be running on it.
if (!isInstalled()) ensureInstalled({ withTools: false })
become([...quickImports, ...settingsFile(), 'tools/staff.ts', ...process.argv.slice(2)])
