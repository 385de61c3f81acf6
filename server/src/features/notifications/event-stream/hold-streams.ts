import type { ServerResponse } from 'node:http'
import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { ChangeEvent, ChangeFeed } from '../../../lib/change-feed.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { findOpenSessions } from './queries.ts'

/** Proxies end lines that are silent for half a minute or a minute. */
const BEAT_MS = 20_000
/** One line serves all tabs of a browser, so this is browsers and old lines that nobody hung up. */
const MOST_PER_PERSON = 12
/** Whoever does not read for so long is gone. */
const MOST_UNREAD_BYTES = 64 * 1024

type Stream = Pick<Caller, 'tokenHash'> & { userId: string; out: ServerResponse }
type Deps = { db: Database; clock: Clock; live: ChangeFeed; beatMs?: number }

/** The lines of this process on which people hear at once what changes. Each lives as long as its session. */
export function holdStreams({ live, beatMs = BEAT_MS, ...deps }: Deps) {
  const streams = new Set<Stream>()
  const beating = setInterval(() => void beat(), beatMs).unref()

  function refuseTooMany(userId: string) {
    const count = [...streams].filter((stream) => stream.userId === userId).length
    if (count >= MOST_PER_PERSON) throw new ApiError('TOO_MANY_REQUESTS', { retryAfter: 60 })
  }

  /** Takes the answer over: from here on it is written to until either side hangs up. */
  function add({ id: userId, tokenHash }: Pick<Caller, 'id' | 'tokenHash'>, out: ServerResponse) {
    const stream = { userId, tokenHash, out }
    const hush = live.listen(userId, (event) => void tell(stream, event))
    streams.add(stream)
    out.on('error', () => {})
    out.once('close', () => {
      hush()
      streams.delete(stream)
    })
    // The first words open the line through every proxy; then how long to wait before coming back.
    write(stream, ': na régua\nretry: 3000\n\n')
  }

  async function tell(stream: Stream, event: ChangeEvent) {
    write(stream, `data: ${JSON.stringify({ topic: event })}\n\n`)
    if (event === 'account' || event === 'everything') await endClosedSessions(deps, [stream])
  }

  async function beat() {
    await endClosedSessions(deps, [...streams])
    for (const stream of streams) write(stream, ':\n\n')
  }

  function close() {
    clearInterval(beating)
    for (const { out } of streams) out.end()
  }

  return { refuseTooMany, add, close }
}

/** While the base is away nobody knows: the lines stay, and the next beat asks again. */
async function endClosedSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>, streams: readonly Stream[]) {
  const hashes = streams.map(({ tokenHash }) => tokenHash)
  if (hashes.length === 0) return
  const open = await findOpenSessions(db, hashes, clock.now()).catch(() => undefined)
  for (const { tokenHash, out } of streams) if (open?.has(tokenHash.toString('hex')) === false) out.end()
}

function write({ out }: Stream, words: string) {
  if (out.writableEnded) return
  out.write(words)
  if (out.writableLength > MOST_UNREAD_BYTES) out.destroy()
}
