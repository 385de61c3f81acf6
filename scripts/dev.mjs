// `npm run dev`: the server and the web's sources in one process. Vite reloads the page when the web changes. When the server or
// the contract changes, the server and its PostgreSQL restart in less than a second.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './project.mjs'
import { setup } from './setup.mjs'
import { onStop, startNode } from './supervise.mjs'

/** Debounce: an editor's "save all" writes several files and must cause one restart. */
const SETTLE_MS = 100
const sources = ['server/src', 'server/seed', 'server/migrations', 'contract/src']

setup()
process.env.NODE_ENV ??= 'development'
let isStopping = false
let child = start()
let noteChange = () => {}
for (const folder of sources) watch(join(root, folder), { recursive: true }, () => noteChange())
onStop(() => {
  isStopping = true
  noteChange()
  child.stop()
})

while (!isStopping) {
  await new Promise((resolve) => {
    noteChange = resolve
  })
  await sleep(SETTLE_MS)
  child.stop()
  await child.ended
  if (!isStopping) child = start()
}
process.exit(await child.ended)

/** A server that exited with an error is started again by the next change. */
function start() {
  return startNode(['server/src/main.ts', '--dev'])
}
