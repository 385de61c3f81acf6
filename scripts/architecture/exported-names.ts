import { nounsOfOneWebFeature } from './plan.ts'
import type { Source } from './sources.ts'

const declaration = /^export (?:async )?(?:const|function\*?|type|interface|class|let) (\w+)/gm
const workspace = /^(contract|server|search|offline|wait|web|e2e|bench|scripts)\//
const feature = /^(?:server|web)\/src\/features\/([^/]+)\//
/** What React Router reads from a page, and what each test file of its kind exports. */
const frameworkExports = new Set([
  'meta',
  'links',
  'loader',
  'clientLoader',
  'shouldRevalidate',
  'ErrorBoundary',
  'Layout',
  'handle',
])

type Declaration = { name: string; path: string }

/**
 * Exported names that two modules declare. Inside one workspace a name means one thing. Server and web may share a name when both
 * mean the same use case: they are features of the same noun.
 */
export function findAmbiguousExports(sources: readonly Source[]): string[] {
  const byName = Map.groupBy(sources.flatMap(listDeclarations), ({ name }) => name)
  return [...byName].flatMap(([name, declarations]) => {
    const paths = [...new Set(declarations.map(({ path }) => path))]
    const isAmbiguous = paths.some((path, index) => paths.slice(index + 1).some((other) => areTwoThings(path, other)))
    return isAmbiguous ? [`exported name ${name} means two things: ${paths.join(', ')}`] : []
  })
}

function listDeclarations({ path, text }: Source): Declaration[] {
  return [...text.matchAll(declaration)]
    .map((match) => ({ name: match[1] as string, path }))
    .filter(({ name }) => !(path.startsWith('web/src/') && frameworkExports.has(name)))
}

function areTwoThings(path: string, other: string): boolean {
  if (workspace.exec(path)?.[1] === workspace.exec(other)?.[1]) return true
  return !listNouns(path).some((noun) => listNouns(other).includes(noun))
}

/** Lists the nouns of a file of a feature; a feature of the web may show several nouns of the server. */
function listNouns(path: string): readonly string[] {
  const noun = feature.exec(path)?.[1]
  if (noun === undefined) return []
  return (path.startsWith('web/') && nounsOfOneWebFeature[noun]) || [noun]
}
