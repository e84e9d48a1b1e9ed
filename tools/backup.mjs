// npm run backup -- [FOLDER]: everything that cannot be made again, in one folder.
import { become, ensureInstalled, isInstalled, quickImports, settingsFile } from './set-up.mjs'

// Never renews what is installed: the shop may be running on it.
if (!isInstalled()) ensureInstalled({ withTools: false })
become([...quickImports, ...settingsFile(), 'tools/backup.ts', ...process.argv.slice(2)])
