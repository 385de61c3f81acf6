import { FEATURE_FILES, forbidden, kebab, words } from './plan.ts'

const toolNames = /^(README|ARCHITECTURE|CHANGELOG|LICENSE|ATTRIBUTION)/

export function findWrongNames(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const name = path.split('/').at(-1) as string
    if (forbidden.test(path)) return [`${path}: a drawer that fills up with everything; say what the file is`]
    if (!path.startsWith('docs/') && !toolNames.test(name) && !kebab.test(name.replace(/^[._]/, '')))
      return [`${path} is not kebab-case`]
    return isOutsideVocabulary(path, name) ? [`${path} is outside the vocabulary of a feature`] : []
  })
}

function isOutsideVocabulary(path: string, name: string): boolean {
  if (/^server\/src\/features\//.test(path)) return !words.server.test(name) && !words.serverTest.test(name)
  if (/^web\/src\/features\//.test(path)) return !words.web.test(name)
  return false
}

/** A feature past a dozen files keeps them in folders of sub-nouns; and a folder is no deeper than one. */
export function findCrowdedFeatures(paths: readonly string[]): string[] {
  const folders = new Map<string, number>()
  const tooDeep: string[] = []
  for (const path of paths) {
    const [, folder, rest] = /^((?:server|web)\/src\/features\/[^/]+)\/(.+)$/.exec(path) ?? []
    if (!folder || !rest || rest.includes('.test.')) continue
    const depth = rest.split('/').length
    if (depth > 2) tooDeep.push(`${path} lies deeper than a sub-noun`)
    if (depth === 1) folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  const crowded = [...folders].filter(([, count]) => count > FEATURE_FILES)
  return [
    ...tooDeep,
    ...crowded.map(([folder, count]) => `${folder} holds ${count} files: past ${FEATURE_FILES} it needs sub-nouns`),
  ]
}
