import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'

export type TestStream = Awaited<ReturnType<typeof openStream>>

/** Opens an event stream like a browser and collects what it receives. */
export async function openStream(url: string, headers: Record<string, string> = {}) {
  const abort = new AbortController()
  const response = await fetch(url, {
    headers: { 'accept-encoding': 'br, gzip', ...headers },
    signal: abort.signal,
  })
  const stream = { response, text: '', isOver: false, disconnect: () => abort.abort() }
  const reading = async () => {
    for await (const chunk of response.body ?? []) stream.text += Buffer.from(chunk).toString()
  }
  void reading()
    .catch(() => {})
    .finally(() => {
      stream.isOver = true
    })
  return stream
}

/** The topics of its events so far. */
export const listTopics = ({ text }: Pick<TestStream, 'text'>) =>
  [...text.matchAll(/^data: \{"topic":"(\w+)"\}$/gm)].map(([, topic]) => topic)

const listening = sql`datname = current_database() and application_name = 'na-regua-live' and state = 'idle' and query <> ''`

/** How many processes receive events: earlier events arrive only as a gap. */
export async function countFeeds(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity where ${listening}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Ends the connections on which processes receive events. */
export async function disconnectFeeds(db: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`.execute(db)
}
