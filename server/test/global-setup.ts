import type { TestProject } from 'vitest/node'
import { connectTestPostgres } from './postgres-client.ts'
import { ensureTemplate } from './template.ts'

/** Once per run: a PostgreSQL with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { url, disconnect } = await connectTestPostgres()
  project.provide('postgres', { url, template: await ensureTemplate(url) })
  return disconnect
}
