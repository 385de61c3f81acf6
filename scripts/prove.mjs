// `npm run prove [-- name …]`: the proofs that take too long for every change, one after the other. A name selects files by path.
import { spawnSync } from 'node:child_process'
import { buildWeb } from './build-web.mjs'
import { environment, node, root } from './project.mjs'
import { setup } from './setup.mjs'

setup()
buildWeb()
const args = ['node_modules/.bin/vitest', 'run', '--project', 'proofs', ...process.argv.slice(2)]
process.exitCode = spawnSync(node, args, { cwd: root, env: environment, stdio: 'inherit' }).status ?? 1
