// npm run cluster: the shop on three databases under Patroni with all that stands between them (deploy/cluster/), on this one
// machine, until Ctrl-C. npm run cluster -- rush [rounds, 1] [words]: twenty buyers while its parts die in turn, or
// only as a fault whose name has the words. -- restore: a backup,
// a wrong update, and back to the second before it. Needs root on Debian 12, on a machine for trials: it installs packages. Not part
// of npm test.
import { become, ensureBuilt, ensureInstalled, quickImports } from '../tools/set-up.mjs'

ensureInstalled({ withTools: true })
ensureBuilt()
// The proxy's certificate is made for the trial; only this command talks to it.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
become([...quickImports, '--disable-warning=Warning', 'rig/cluster/cluster.ts', ...process.argv.slice(2)])
