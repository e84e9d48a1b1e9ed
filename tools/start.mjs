// npm start: installs, builds what is stale, and opens the shop.
import { become, ensureBuilt, ensureInstalled, frugal, settingsFile } from './set-up.mjs'

ensureInstalled({ withTools: false })
ensureBuilt()
become([...frugal.options, ...settingsFile(), 'dist/shop/main.js'])
