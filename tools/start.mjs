import { become, ensureBuilt, ensureInstalled, settingsFile } from './set-up.mjs'

ensureInstalled({ withTools: false })
ensureBuilt()
become([...settingsFile(), 'dist/shop/main.js'])
