// npm run restore -- FOLDER: fills an empty database and the store of files from a backup.
import { existsSync } from 'node:fs'
import { become, ensureInstalled, node, quickImports, settingsFile } from './set-up.mjs'

if (!existsSync(node)) ensureInstalled({ withTools: false })
become([...quickImports, ...settingsFile(), 'tools/restore.ts', ...process.argv.slice(2)])
