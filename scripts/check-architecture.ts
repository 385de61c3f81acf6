/** Holds the house to its plan (scripts/architecture/plan.ts). Tells every fault and ends with 1 while there is one. */
import { fileURLToPath } from 'node:url'
import { findMachineClocks } from './architecture/clocks.ts'
import { findCircles, findUnknownFeatures, findWrongArrows } from './architecture/dependencies.ts'
import { findBreakingMigrations } from './architecture/migrations.ts'
import { findCrowdedFeatures, findWrongNames } from './architecture/names.ts'
import { findLongFiles, findLongFunctions, findLongTails, measureFiles } from './architecture/sizes.ts'
import { listFiles, readSources } from './architecture/sources.ts'

export function findFaults(root: string): string[] {
  const paths = [...listFiles(root, '')]
  const sources = readSources(root)
  return [
    ...findWrongArrows(sources),
    ...findCircles(sources),
    ...findUnknownFeatures(paths),
    ...findWrongNames(paths),
    ...findCrowdedFeatures(paths),
    ...findLongFiles(sources),
    ...findLongTails(sources),
    ...findLongFunctions(sources),
    ...findMachineClocks(sources),
    ...findBreakingMigrations(root, paths),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const faults = findFaults(root)
  for (const fault of faults) console.error(fault)
  const { median, p90 } = measureFiles(readSources(root))
  console.log(`architecture: ${faults.length} faults; files: median ${median} lines, p90 ${p90}`)
  if (faults.length > 0) process.exitCode = 1
}
