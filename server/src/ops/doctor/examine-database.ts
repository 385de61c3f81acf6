import pg from 'pg'
import type { Config } from '../../lib/config.ts'
import { readMigrationState } from '../../lib/migrate.ts'
import { doubtful, explain, type Finding, fine, wrong } from './finding.ts'

/** Extensions of contrib that the migrations create. */
const extensions = ['btree_gist', 'citext', 'cube', 'fuzzystrmatch', 'pg_trgm', 'unaccent']
const WAIT_MS = 5000

/** Examines the database of DATABASE_URL without changing it. */
export async function examineDatabase(url: string, config: Pick<Config, 'databasePool'>): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS })
  try {
    await client.connect()
  } catch (error) {
    return [wrong(`O banco não recebe: ${explain(error)}.`, adviceFor(error))]
  }
  try {
    return [
      ...(await examineServer(client, config)),
      ...(await examineContent(client)),
      ...(await examineSession(client, url)),
    ]
  } catch (error) {
    return [wrong(`O banco parou de responder: ${explain(error)}.`, 'Veja o registro do PostgreSQL.')]
  } finally {
    await client.end().catch(() => {})
  }
}

const advices: Record<string, string> = {
  ECONNREFUSED: 'Ninguém escuta nesse endereço: o PostgreSQL está ligado, e na porta certa?',
  ENOTFOUND: 'Esse nome não existe na rede: confira o endereço em DATABASE_URL.',
  '28P01': 'Usuário ou senha errados em DATABASE_URL.',
  '28000': 'O servidor não deixa esse usuário entrar daqui: veja pg_hba.conf.',
  '3D000': 'O banco não existe: crie-o com createdb.',
  '53300': 'Sem lugar para mais conexões: aumente max_connections ou diminua DATABASE_POOL.',
}

function adviceFor(error: unknown): string {
  return advices[(error as { code?: string }).code ?? ''] ?? 'Confira DATABASE_URL, a rede e o certificado do servidor.'
}

/** `available`: connections that server, database and user allow; `now`: the server's clock in ms since 1970. */
const serverText = `
  select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
         (select min(available) from (values
           (current_setting('max_connections')::int),
           ((select datconnlimit from pg_database where datname = current_database())),
           ((select rolconnlimit from pg_roles where rolname = current_user))
         ) as limits (available) where available >= 0) as available,
         'off' in (current_setting('fsync'), current_setting('synchronous_commit')) as is_not_durable,
         extract(epoch from clock_timestamp()) * 1000 as now,
         has_database_privilege(current_database(), 'CREATE') as can_create,
         array(select name from unnest($1::text[]) as name except select name from pg_available_extensions) as missing`

/** Connections of a process beside those of requests: four for jobs, four for their queue; slots, relay and change feed one each. */
const OTHER_CONNECTIONS = 11

async function examineServer(client: pg.Client, { databasePool }: Pick<Config, 'databasePool'>): Promise<Finding[]> {
  const { rows } = await client.query(serverText, [extensions])
  const { version, encoding, available, is_not_durable, now, can_create, missing } = rows[0]
  const needed = databasePool + OTHER_CONNECTIONS
  const seconds = Math.abs(now - Date.now()) / 1000
  const problems: [isPresent: boolean, says: string, advice: string][] = [
    [version < 15, `PostgreSQL ${version} é antigo demais.`, 'Use a versão 15 ou mais nova.'],
    [encoding !== 'UTF8', `O banco guarda ${encoding}.`, 'Crie-o com ENCODING UTF8.'],
    [missing.length > 0, `Faltam extensões: ${missing.join(', ')}.`, 'Instale o pacote contrib do PostgreSQL.'],
    [!can_create, 'Esse usuário não pode criar nada no banco.', 'Dê a ele CREATE, ou o banco inteiro.'],
    [
      available < needed,
      `Cabem ${available} conexões no banco, e um processo usa até ${needed}.`,
      'Aumente o limite ou diminua DATABASE_POOL.',
    ],
    [
      is_not_durable,
      'O banco confirma antes de gravar.',
      'Ligue fsync e synchronous_commit: uma queda perderia horários.',
    ],
    [seconds > 2, `O relógio do banco difere ${seconds.toFixed(0)} s do desta máquina.`, 'Acerte os dois por NTP.'],
  ]
  return [
    fine(`O PostgreSQL ${version} responde.`),
    ...problems.filter(([isPresent]) => isPresent).map(([, says, advice]) => wrong(says, advice)),
  ]
}

const when = (isTrue: boolean, finding: Finding): Finding[] => (isTrue ? [finding] : [])

async function examineContent(client: pg.Client): Promise<Finding[]> {
  const { pending, problem } = await readMigrationState(client)
  if (problem) return [wrong(problem, 'Rode a versão que corresponde a este banco.')]
  if (pending.length > 0) return [doubtful(`${pending.length} migrações por aplicar.`, 'O próximo início as aplica.')]
  const { rows } = await client.query(`
    select count(*) filter (where last_error is not null and attempts >= max_attempts)::int as dead,
           coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts)), 0)::int as late,
           (select coalesce(extract(epoch from now() - min(created_at)), 0)::int from pending_events) as unsent
      from graphile_worker.jobs`)
  const { dead, late, unsent } = rows[0]
  return [
    fine('As migrações estão em dia.'),
    ...when(
      dead > 0,
      doubtful(`${dead} tarefas desistiram depois de muitas tentativas.`, 'Veja last_error em graphile_worker.jobs.'),
    ),
    ...when(
      late > 300,
      doubtful(`A tarefa mais antiga espera há ${Math.round(late / 60)} min.`, 'Há algum processo rodando?'),
    ),
    ...when(
      unsent > 60,
      doubtful(
        `O aviso mais antigo espera há ${Math.round(unsent / 60)} min.`,
        'Há algum processo desta versão rodando?',
      ),
    ),
  ]
}

/** Jobs, LISTEN and prepared statements need a session of their own, which a pooler in transaction mode does not give. */
async function examineSession(client: pg.Client, url: string): Promise<Finding[]> {
  const channel = `doctor_${process.pid}`
  const isReceived = new Promise<boolean>((resolve) => {
    client.once('notification', () => resolve(true))
    setTimeout(resolve, 2000, false).unref()
  })
  await client.query(`listen ${channel}`)
  const other = new pg.Client({ connectionString: url, connectionTimeoutMillis: WAIT_MS })
  await other.connect()
  await other.query('select pg_notify($1, $2)', [channel, 'oi'])
  await other.end()
  return [
    (await isReceived)
      ? fine('Avisos do banco chegam na hora (LISTEN).')
      : wrong(
          'Avisos do banco não chegam.',
          'DATABASE_URL passa por um pooler em modo de transação: use o modo de sessão.',
        ),
  ]
}
