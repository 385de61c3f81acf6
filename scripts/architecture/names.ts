import { featureFileNames, forbiddenNames, kebab, MAX_FEATURE_FILES } from './plan.ts'

const toolNames = /^(README|ARCHITECTURE|CHANGELOG|CONTRIBUTING|LICENSE|ATTRIBUTION)/

export function findForbiddenFileNames(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const name = path.split('/').at(-1) as string
    if (forbiddenNames.test(path)) return [`${path}: this name collects unrelated code; name what the file contains`]
    if (!path.startsWith('docs/') && !toolNames.test(name) && !kebab.test(name.replace(/^[._]/, '')))
      return [`${path} is not kebab-case`]
    return isOutsideVocabulary(path, name) ? [`${path} is no file name of a feature (ARCHITECTURE.md)`] : []
  })
}

function isOutsideVocabulary(path: string, name: string): boolean {
  if (/^server\/src\/features\//.test(path))
    return !featureFileNames.server.test(name) && !featureFileNames.serverTest.test(name)
  if (/^web\/src\/features\//.test(path)) return !featureFileNames.web.test(name)
  return false
}

/** Features with too many files in one folder, and folders below a feature's sub-folder. */
export function findOversizedFeatures(paths: readonly string[]): string[] {
  const folders = new Map<string, number>()
  const tooDeep: string[] = []
  for (const path of paths) {
    const [, folder, rest] = /^((?:server|web)\/src\/features\/[^/]+)\/(.+)$/.exec(path) ?? []
    if (!folder || !rest || rest.includes('.test.')) continue
    const depth = rest.split('/').length
    if (depth > 2) tooDeep.push(`${path} is deeper than one sub-folder of its feature`)
    if (depth === 1) folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  const oversized = [...folders].filter(([, count]) => count > MAX_FEATURE_FILES)
  return [
    ...tooDeep,
    ...oversized.map(
      ([folder, count]) => `${folder} holds ${count} files: beyond ${MAX_FEATURE_FILES} it needs sub-folders`,
    ),
  ]
}
