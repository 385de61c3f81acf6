import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the checkout stands, and the Node that it brings. Runs on any Node from 20 on, before anything is installed. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const node = join(root, 'node_modules/.bin/node')
export const cache = join(root, 'node_modules/.cache/na-regua')

/** Children find the project's programs first, its Node among them. */
export const environment = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }

/** Ends the script with one sentence that a person can act on. */
export function fail(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}
