/** Checks the repository against its plan (scripts/architecture/plan.ts). Reports every violation; the exit code is 1 if there is one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findMachineClocks } from './architecture/clocks.ts'
import {
  findFolderCycles,
  findForbiddenImports,
  findImportCycles,
  findUnknownFeatures,
} from './architecture/dependencies.ts'
import { findAmbiguousExports } from './architecture/exported-names.ts'
import { findBreakingMigrations } from './architecture/migrations.ts'
import { findDeepFolders, findForbiddenFileNames } from './architecture/names.ts'
import { listFiles, readSources } from './architecture/sources.ts'
import { findUnwantedWords, findUnwantedWordsInDocument } from './architecture/vocabulary.ts'

export function findViolations(root: string): string[] {
  const paths = [...listFiles(root, '')]
  const sources = readSources(root)
  return [
    ...findForbiddenImports(sources),
    ...findImportCycles(sources),
    ...findFolderCycles(sources),
    ...findUnknownFeatures(paths),
    ...findForbiddenFileNames(paths),
    ...findDeepFolders(paths),
    ...findMachineClocks(sources),
    ...findBreakingMigrations(root, paths),
    ...findAmbiguousExports(sources),
    ...findUnwantedWords(sources),
    ...paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => findUnwantedWordsInDocument(path, readFileSync(join(root, path), 'utf8'))),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = findViolations(fileURLToPath(new URL('..', import.meta.url)))
  for (const violation of violations) console.error(violation)
  console.log(`architecture: ${violations.length} violations`)
  if (violations.length > 0) process.exitCode = 1
}
