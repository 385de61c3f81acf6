import { dirname } from 'node:path'
import { type Layer, layers, nouns, ownFiles } from './plan.ts'
import type { Import, Source } from './sources.ts'

function layerOf(path: string): Layer | undefined {
  return layers.find((layer) => layer.files.test(path))
}

function featureOf(path: string): string | undefined {
  return /^(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1]
}

export function findForbiddenImports(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const layer = layerOf(source.path)
    if (!layer) return [`${source.path} belongs to no layer of scripts/architecture/plan.ts`]
    return source.imports.flatMap((imported) => findForbiddenImport(source.path, layer, imported) ?? [])
  })
}

function findForbiddenImport(path: string, layer: Layer, { specifier, target }: Import): string | undefined {
  if (layer.imports.includes('*')) return undefined
  if (target === undefined) {
    const isForeign = layer.packages && !layer.packages.test(specifier)
    return isForeign ? `${path} imports ${specifier}: ${layer.name} may not import this package` : undefined
  }
  const to = layerOf(target)
  if (!to) return `${path} imports ${target}, which belongs to no layer`
  if (!layer.imports.includes(to.name)) return `${path} imports ${target}: ${layer.name} may not import ${to.name}`
  if (layer.name === 'web feature' && to.name === 'web feature') return checkWebFeatures(path, target)
  if (layer.name === 'server feature' && to.name === 'server feature') return checkFeatureOrder(path, target)
  return undefined
}

function checkWebFeatures(path: string, target: string): string | undefined {
  if (featureOf(path) === featureOf(target)) return undefined
  return `${path} imports ${target}: web features never import each other, a page composes them`
}

function checkFeatureOrder(path: string, target: string): string | undefined {
  const from = featureOf(path) as string
  const to = featureOf(target) as string
  if (from === to) return undefined
  if (ownFiles.test(target)) return `${path} imports ${target}: the routes of another feature may not be imported`
  return nouns.indexOf(to) < nouns.indexOf(from) ? undefined : `${path} imports ${target}: ${to} comes after ${from}`
}

/** Import cycles, each reported once, starting with the path that sorts first. */
export function findImportCycles(sources: readonly Source[]): string[] {
  const targets = new Map(sources.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]))
  return findCycles(targets).map((trail) => `import cycle: ${trail}`)
}

/**
 * Cycles of the folders of a feature: they have an order, as features have. Tests are outside of it, and so is the `routes.ts` of the
 * feature, which registers the routes of its sub-folders.
 */
export function findFolderCycles(sources: readonly Source[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { path, imports } of sources) {
    const feature = featureOf(path)
    if (feature === undefined || /\.test\.tsx?$|^server\/src\/features\/[^/]+\/routes\.ts$/.test(path)) continue
    const folder = dirname(path)
    const others = imports.flatMap(({ target }) => target ?? []).filter((target) => isOfSameFeature(path, target))
    const folders = others.map(dirname).filter((other) => other !== folder)
    targets.set(folder, [...(targets.get(folder) ?? []), ...folders])
  }
  return findCycles(targets).map((trail) => `folders import each other: ${trail}`)
}

function isOfSameFeature(path: string, other: string): boolean {
  return featureOf(path) === featureOf(other) && path.split('/')[0] === other.split('/')[0]
}

function findCycles(targets: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles = new Set<string>()
  const done = new Set<string>()
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) cycles.add(describeCycle(trail.slice(start)))
    if (start >= 0 || done.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return [...cycles]
}

function describeCycle(trail: string[]): string {
  const first = trail.indexOf(trail.toSorted()[0] as string)
  const rotated = [...trail.slice(first), ...trail.slice(0, first)]
  return [...rotated, rotated[0]].join(' → ')
}

export function findUnknownFeatures(paths: readonly string[]): string[] {
  const found = new Set(paths.flatMap((path) => featureOf(path) ?? []))
  return [...found]
    .filter((noun) => !nouns.includes(noun))
    .map((noun) => `feature ${noun} is missing in the order of scripts/architecture/plan.ts`)
}
