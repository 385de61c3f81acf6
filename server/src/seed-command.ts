import { parseArgs } from 'node:util'
import pg from 'pg'
import { refuseForeignAccounts } from '../seed/demo.ts'
import { composeAlbum } from '../seed/images/album.ts'
import { drawImages } from '../seed/images/draw-images.ts'
import { fillMunicipalities } from '../seed/municipalities/fill-municipalities.ts'
import { readConfig } from './lib/config.ts'
import { openDatabase } from './lib/database.ts'
import { migrate } from './lib/migrate.ts'
import { startEmbeddedPostgres } from './ops/embedded-postgres/start-embedded-postgres.ts'

/** `npm run seed -- --shops 100000`: fills the database for benches. */
async function main() {
  const shops = readShops()
  const config = readConfig(process.env)
  const own = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    await fill(config.databaseUrl ?? own?.url ?? '', shops, config.dataDir)
  } finally {
    await own?.stop()
  }
}

function readShops() {
  const { values } = parseArgs({ options: { shops: { type: 'string' } } })
  const shops = Number(values.shops)
  if (!Number.isInteger(shops) || shops < 1 || shops > 2_000_000)
    throw new Error('Diga quantas barbearias criar, de 1 a 2000000: npm run seed -- --shops 100000')
  return shops
}

async function fill(url: string, shops: number, dataDir: string) {
  const start = performance.now()
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1)
  await migrate(url)
  const database = openDatabase(url, { max: 2 })
  await refuseForeignAccounts(database.db).finally(() => database.close())
  const album = composeAlbum()
  await drawImages(dataDir, album.images)
  const covers = album.images.map(({ url }) => url).filter((url) => !url.includes('rosto'))
  const client = new pg.Client({ connectionString: url, application_name: 'na-regua-seed' })
  await client.connect()
  const onProgress = (done: number) => {
    const rest = done === shops ? ', agora os índices' : ''
    process.stdout.write(`\r${done} de ${shops} barbearias em ${seconds()} s${rest} `)
  }
  await fillMunicipalities(client, { shops, covers, onProgress }).finally(() => client.end())
  process.stdout.write(`\n${shops} barbearias prontas em ${seconds()} s.\n`)
}

main().catch((error: Error) => {
  process.stderr.write(`\n${error.message}\n`)
  process.exitCode = 1
})
