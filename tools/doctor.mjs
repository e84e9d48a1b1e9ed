import { become, ensureInstalled, isInstalled, quickImports, settingsFile } from './set-up.mjs'

if (!isInstalled()) ensureInstalled({ withTools: false })
become([...quickImports, ...settingsFile(), 'shop/operator/doctor.ts', ...process.argv.slice(2)])
