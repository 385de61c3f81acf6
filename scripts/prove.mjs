// `npm run prove [-- name …]`: what takes too long for every change, one proof after the other; a name picks files by their path.
import { spawnSync } from 'node:child_process'
import { buildWeb } from './build-web.mjs'
import { environment, node, root } from './project.mjs'
import { setup } from './setup.mjs'

setup()
buildWeb()
const args = ['node_modules/.bin/vitest', 'run', '--project', 'proofs', ...process.argv.slice(2)]
process.exitCode = spawnSync(node, args, { cwd: root, env: environment, stdio: 'inherit' }).status ?? 1
