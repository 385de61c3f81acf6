import { featureFileNames, forbiddenNames, kebab } from './plan.ts'

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

/** Returns the files that lie deeper than one sub-folder of their feature. */
export function findDeepFolders(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const [, rest] = /^(?:server|web)\/src\/features\/[^/]+\/(.+)$/.exec(path) ?? []
    const isTooDeep = rest !== undefined && !rest.includes('.test.') && rest.split('/').length > 2
    return isTooDeep ? [`${path} is deeper than one sub-folder of its feature`] : []
  })
}
