import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHarness, type Harness } from '../../test/harness.ts'
import { startSmtpServer } from '../../test/smtp-server.ts'
import { examine } from './doctor-command.ts'

let world: Harness
let other: Server
let post: Awaited<ReturnType<typeof startSmtpServer>>
let defaultEnvironment: Record<string, string>
const dataDir = mkdtempSync(join(tmpdir(), 'na-regua-doctor-'))
/** Expected on the database of the tests, which is not durable. */
const notDurable = 'wrong O banco confirma antes de gravar.'
/** Response status of the external service, by path. */
const statuses = new Map<string, number>()

beforeAll(async () => {
  world = await createHarness()
  post = await startSmtpServer(world)
  other = createServer((request, response) => response.writeHead(statuses.get(request.url ?? '') ?? 500).end('{}'))
  await once(other.listen(0, '127.0.0.1'), 'listening')
  defaultEnvironment = { DATABASE_URL: world.url, DATA_DIR: dataDir, PORT: '0', IBGE_URL: 'off', VIACEP_URL: 'off' }
})
afterAll(async () => {
  other.close()
  await post.close()
  await world.close()
  rmSync(dataDir, { recursive: true })
})

async function problems(environment: Record<string, string>) {
  const findings = await examine({ ...defaultEnvironment, ...environment }, dataDir)
  const lines = findings.filter(({ grade }) => grade !== 'fine').map(({ grade, message }) => `${grade} ${message}`)
  return lines.filter((line) => line !== notDurable)
}

const outside = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}`

test('reports no problem for a working configuration', async () => {
  expect(await problems({})).toEqual(['doubtful As páginas ainda não foram construídas.'])
  mkdirSync(join(dataDir, 'server'))
  expect(await problems({})).toEqual([])
  const findings = await examine(defaultEnvironment, dataDir)
  expect(findings.map(({ grade, message }) => `${grade} ${message}`)).toContain(notDurable)
  expect(findings.map(({ message }) => message)).toContain('As migrações estão em dia.')
  expect(findings.map(({ message }) => message)).toContain('Avisos do banco chegam na hora (LISTEN).')
})

describe('reports problems as text', () => {
  test('an invalid value, and a misspelled name', async () => {
    expect((await problems({ PORT: 'abc' })).join()).toContain('PORT tem um valor inválido')
    expect(await problems({ SMPT_URL: 'smtp://x' })).toContain('doubtful SMPT_URL não é lida por ninguém.')
    expect(await problems({ DATABASE_UR: 'x' })).toContain('doubtful DATABASE_UR não é lida por ninguém.')
  })

  test('a database that is unavailable, unknown or refuses', async () => {
    const at = (change: (url: URL) => void) => {
      const url = new URL(world.url)
      change(url)
      return problems({ DATABASE_URL: url.href })
    }
    const away = await at((url) => {
      url.port = '1'
    })
    expect(away.join()).toMatch(/wrong O banco não recebe: ECONNREFUSED/)
    const unknown = await at((url) => {
      url.pathname = '/nenhum'
    })
    expect(unknown.join()).toMatch(/3D000/)
    const refused = await at((url) => {
      url.password = 'segredo-errado'
    })
    expect(refused.join()).toMatch(/28P01/)
    expect(refused.join()).not.toContain('segredo-errado')
  })

  test('a database of another version, and one with overdue jobs', async () => {
    await sql`insert into migrations (name, checksum) values ('9999-future.sql', 'x')`.execute(world.db)
    expect((await problems({})).join()).toContain('9999-future.sql, que este código não conhece')
    await sql`delete from migrations where name = '9999-future.sql'`.execute(world.db)
    await sql`select graphile_worker.add_job('unknown', run_at => now() - interval '10 minutes')`.execute(world.db)
    expect(await problems({})).toEqual(['doubtful A tarefa mais antiga espera há 10 min.'])
    await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(world.db)
    await sql`insert into pending_events (jobs, published, created_at) values ('[]', '{}', now() - interval '10 minutes')`.execute(
      world.db,
    )
    expect(await problems({})).toEqual(['doubtful O aviso mais antigo espera há 10 min.'])
    await sql`delete from pending_events`.execute(world.db)
    expect(await problems({})).toEqual([])
  })

  test('a pool larger than the database allows', async () => {
    const name = new URL(world.url).pathname.slice(1)
    await sql`alter database ${sql.id(name)} connection limit 21`.execute(world.db)
    expect(await problems({})).toEqual(['wrong Cabem 21 conexões no banco, e um processo usa até 31.'])
    await sql`alter database ${sql.id(name)} connection limit -1`.execute(world.db)
  })

  test('external services that refuse', async () => {
    const dead = { SMTP_URL: 'smtp://usuario:segredo@127.0.0.1:1', GEOCODER_URL: outside(), GOOGLE_CLIENT_ID: 'id' }
    const found = (await problems({ ...dead, GOOGLE_CLIENT_SECRET: 'x', GOOGLE_ISSUER: outside() })).join('\n')
    expect(found).toMatch(/wrong SMTP_URL: o servidor de e-mail não recebe/)
    expect(found).not.toContain('segredo')
    expect(found).toContain('doubtful GEOCODER_URL não responde (resposta 500).')
    expect(found).toContain('wrong GOOGLE_ISSUER não se apresenta (resposta 500).')
    statuses.set('/.well-known/openid-configuration', 200)
    const better = { SMTP_URL: post.url, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'x', GOOGLE_ISSUER: outside() }
    expect(await problems(better)).toEqual([])
  })

  test('mismatched Stripe keys, and a bucket that refuses', async () => {
    const keys = { STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_API_BASE: outside() }
    expect((await problems({ ...keys, STRIPE_SECRET_KEY: 'sk_test_1' })).join()).toContain('modos diferentes')
    expect((await problems({ ...keys, STRIPE_SECRET_KEY: 'sk_live_1' })).join()).toContain(
      'A Stripe não aceita (resposta 500)',
    )
    statuses.set('/v1/balance', 200)
    expect(await problems({ ...keys, STRIPE_SECRET_KEY: 'sk_live_1' })).toEqual([])
    const bucket = { S3_ENDPOINT: outside(), S3_BUCKET: 'fotos', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
    expect((await problems(bucket)).join()).toContain('O depósito S3 recusa')
  })

  test('an unsafe production configuration', async () => {
    const found = await problems({ NODE_ENV: 'production', PUBLIC_URL: 'http://naregua.com.br' })
    expect(found).toContain('wrong PUBLIC_URL é http: senhas e sessões viajam abertas.')
    expect(found.join()).toMatch(/SMTP_URL falta.*STRIPE_SECRET_KEY falta/)
  })
})
