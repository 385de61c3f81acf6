// Installs what is missing, then runs a file on the project's Node: node scripts/run.mjs [--build] <file> [arguments]
// With --build the web is built first when its sources changed. Used by `npm start`, `npm run seed` and `npm run bench`.
import { buildWeb } from './build-web.mjs'
import { setup } from './setup.mjs'
import { onStop, startNode } from './supervise.mjs'

const [first, ...rest] = process.argv.slice(2)
setup()
if (first === '--build') buildWeb()
const child = startNode(first === '--build' ? rest : [first, ...rest])
onStop(child.stop)
process.exitCode = await child.ended
