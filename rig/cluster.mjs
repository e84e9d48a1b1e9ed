// npm run cluster: the shop on three databases under Patroni with its proxies and pool (deploy/cluster/), on this machine,
// until Ctrl-C. npm run cluster -- rush [rounds, 1] [words]: twenty buyers during faults in turn, or only those whose name
// has the words. -- restore: a backup, a wrong update, and point-in-time recovery to the second before it. Needs root on a
// Debian 12 test machine, because it installs packages. Not part of npm test.
import { become, ensureBuilt, ensureInstalled, quickImports } from '../tools/set-up.mjs'

ensureInstalled({ withTools: true })
ensureBuilt()
// Only this command connects to the proxy, whose certificate is temporary.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
become([...quickImports, '--disable-warning=Warning', 'rig/cluster/cluster.ts', ...process.argv.slice(2)])
