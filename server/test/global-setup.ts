import type { TestProject } from 'vitest/node'
import { connectTestPostgres } from './postgres-guest.ts'
import { ensureTemplate } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; template: string }
  }
}

/** Once per run: a running PostgreSQL with a migrated base to copy from. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { url, leave } = await connectTestPostgres()
  project.provide('postgres', { url, template: await ensureTemplate(url) })
  return leave
}
