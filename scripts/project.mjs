import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout and the project's own Node. This file runs on any Node from 20 on, before anything is installed. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const node = join(root, 'node_modules/.bin/node')
export const cache = join(root, 'node_modules/.cache/na-regua')

/** The environment of child processes: the project's programs, its Node included, come first in PATH. */
export const environment = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }

/** Exits with one sentence that says what to do. */
export function fail(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}
