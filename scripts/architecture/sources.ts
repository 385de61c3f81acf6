import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path/posix'

export type Source = { path: string; text: string; imports: Import[] }
export type Import = { specifier: string; target: string | undefined }

const skipped = /(^|\/)(node_modules|build|dist|data|test-results|playwright-report|\.[^/]+)$/
const code = /\.(ts|tsx|mjs|js)$/

/** Every hand-written source file below `root`; generated files have `.generated.` in their name. */
export function readSources(root: string): Source[] {
  return [...listFiles(root, '')]
    .filter((path) => code.test(path) && !path.includes('.generated.'))
    .map((path) => readSource(root, path))
}

/** All files below a folder, including images and data. */
export function* listFiles(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (skipped.test(path)) continue
    if (entry.isDirectory()) yield* listFiles(root, path)
    else yield path
  }
}

function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const specifiers = [
    ...text.matchAll(/^(?:import|export)\b[^'"`]*?from\s+'([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm),
  ]
  const imports = specifiers.map((match) => {
    const specifier = (match[1] ?? match[2] ?? match[3]) as string
    return { specifier, target: resolve(path, specifier) }
  })
  return { path, text, imports }
}

/** The path of the imported file from the root; undefined for a package. */
function resolve(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(path, '..', specifier)).replace(/\?.*$/, '')
  if (specifier.startsWith('@na-regua/contract/'))
    return `contract/src/${specifier.slice('@na-regua/contract/'.length)}.ts`
  return undefined
}
