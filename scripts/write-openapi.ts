/** Writes the OpenAPI document to node_modules/.cache/na-regua/openapi.json: node scripts/write-openapi.ts. Needs neither port nor database. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../server/src/app.ts'
import { systemClock } from '../server/src/lib/clock.ts'
import { readConfig } from '../server/src/lib/config.ts'
import { openDatabase } from '../server/src/lib/database.ts'
import { cache } from './project.mjs'

/** Nothing connects: a pool opens its first connection for its first query. */
const databaseUrl = 'postgres://nobody@127.0.0.1:1/none'
// With the demo's defaults every operation exists, the sandbox payments included.
const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', SEED: 'demo' })
const database = openDatabase(databaseUrl, { max: 1 })
const app = await createApp({ db: database.db, clock: systemClock, config: { ...config, databaseUrl } })
const document = (await app.inject('/api/openapi.json')).payload
mkdirSync(cache, { recursive: true })
writeFileSync(join(cache, 'openapi.json'), document)
await app.close()
await database.close()
