/**
 * Writes the OpenAPI document to the cache, where `npm run check` lints it, and the types of a client of it beside this file, for
 * openapi-client.test.ts. Neither is committed. Run it after changing the contract: node server/test/write-openapi.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypes, { astToString } from 'openapi-typescript'
import { createApp } from '../src/app.ts'
import { systemClock } from '../src/lib/clock.ts'
import { readConfig } from '../src/lib/config.ts'
import { openDatabase } from '../src/lib/database.ts'

// Nothing connects: a pool opens its first connection for its first query.
const databaseUrl = 'postgres://nobody@127.0.0.1:1/none'
// With the defaults of the demo every operation exists, also those of the sandbox.
const config = { ...readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', SEED: 'demo' }), databaseUrl }
const database = openDatabase(databaseUrl, { max: 1 })
const app = await createApp({ db: database.db, clock: systemClock, config })
const { payload } = await app.inject('/api/openapi.json')
await app.close()
await database.close()

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url))
mkdirSync(pathTo('../../node_modules/.cache/na-regua'), { recursive: true })
writeFileSync(pathTo('../../node_modules/.cache/na-regua/openapi.json'), payload)
writeFileSync(pathTo('openapi.generated.ts'), astToString(await openapiTypes(payload)))
