// The parts of the panel's service worker, each with listeners of its own.
import '#modules/push/web/worker.ts'
import '#modules/rounds/web/offline-worker.ts'
