import { nouns, type Room, rooms, shared } from './plan.ts'
import type { Import, Source } from './sources.ts'

function roomOf(path: string): Room | undefined {
  return rooms.find((room) => room.files.test(path))
}

function featureOf(path: string): string | undefined {
  return /^(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1]
}

export function findWrongArrows(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const room = roomOf(source.path)
    if (!room) return [`${source.path} stands in no room of the house`]
    return source.imports.flatMap((imported) => findFault(source.path, room, imported) ?? [])
  })
}

function findFault(path: string, room: Room, { specifier, target }: Import): string | undefined {
  if (room.imports.includes('*')) return undefined
  if (target === undefined) {
    const isForeign = room.packages && !room.packages.test(specifier)
    return isForeign ? `${path} imports ${specifier}: ${room.name} knows no such package` : undefined
  }
  const to = roomOf(target)
  if (!to) return `${path} imports ${target}, which stands in no room`
  if (!room.imports.includes(to.name)) return `${path} imports ${target}: ${room.name} may not know ${to.name}`
  if (room.name === 'web feature' && to.name === 'web feature') return findFeatureFault(path, target)
  if (room.name === 'server feature' && to.name === 'server feature') return findOrderFault(path, target)
  return undefined
}

function findFeatureFault(path: string, target: string): string | undefined {
  if (featureOf(path) === featureOf(target)) return undefined
  return `${path} imports ${target}: features of the web meet on a page`
}

function findOrderFault(path: string, target: string): string | undefined {
  const [from, to] = [featureOf(path) as string, featureOf(target) as string]
  if (from === to) return undefined
  if (!shared.test(target)) return `${path} imports ${target}: another feature's queries.ts and rules.ts only`
  return nouns.indexOf(to) < nouns.indexOf(from) ? undefined : `${path} imports ${target}: ${to} comes after ${from}`
}

/** Circles of imports, each told once, from the file whose name comes first. */
export function findCircles(sources: readonly Source[]): string[] {
  const targets = new Map(sources.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]))
  const circles = new Set<string>()
  const done = new Set<string>()
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) circles.add(describeCircle(trail.slice(start)))
    if (start >= 0 || done.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const { path } of sources) visit(path, [])
  return [...circles]
}

function describeCircle(trail: string[]): string {
  const first = trail.indexOf(trail.toSorted()[0] as string)
  const turned = [...trail.slice(first), ...trail.slice(0, first)]
  return `circle: ${[...turned, turned[0]].join(' → ')}`
}

export function findUnknownFeatures(paths: readonly string[]): string[] {
  const found = new Set(paths.flatMap((path) => featureOf(path) ?? []))
  return [...found].filter((noun) => !nouns.includes(noun)).map((noun) => `feature ${noun} is no noun of the house`)
}
