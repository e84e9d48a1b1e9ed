import { become, ensureInstalled, isInstalled, quickImports, settingsFile } from './set-up.mjs'

// Never reinstalls dependencies, because the shop may be running on them.
if (!isInstalled()) ensureInstalled({ withTools: false })
become([...quickImports, ...settingsFile(), 'shop/operator/staff.ts', ...process.argv.slice(2)])
