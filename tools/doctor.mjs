// npm run doctor: checks a configuration against the real things that it names.
import { existsSync } from 'node:fs'
import { become, ensureInstalled, node, quickImports, settingsFile } from './set-up.mjs'

if (!existsSync(node)) ensureInstalled({ withTools: false })
become([...quickImports, ...settingsFile(), 'tools/doctor.ts', ...process.argv.slice(2)])
