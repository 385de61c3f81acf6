import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

/** A request, while it is handled. `connections` are those that it holds. */
export type ClientRequest = { client: string; connections: number }

/** Which request the connections that are taken are for; without one, as for jobs, they have no limit. */
export const clientRequests = new AsyncLocalStorage<ClientRequest>()

type Share = { held: number; waiting: Set<() => void> }

/**
 * One client holds at most `max` connections of the pool at once, and its further requests wait for one of these in order, at most
 * `waitMs`: whatever one client requests, the others find connections. A request that holds one gets the next without waiting, because
 * the others of its client may wait for it.
 */
export function shareConnections(pool: PostgresPool, { max, waitMs }: { max: number; waitMs: number }): PostgresPool {
  const shares = new Map<string, Share>()

  async function take({ client, connections }: ClientRequest) {
    const share: Share = shares.get(client) ?? { held: 0, waiting: new Set() }
    shares.set(client, share)
    if (connections > 0 || share.held < max) share.held++
    else await waitForTurn(share, waitMs)
  }

  function giveBack(client: string) {
    const share = shares.get(client)
    if (!share) return
    const [next] = share.waiting
    // Handed over, so that a new request cannot overtake the one that waits.
    if (next && share.held <= max) return next()
    share.held--
    if (share.held === 0) shares.delete(client)
  }

  async function connect(): Promise<PostgresPoolClient> {
    const request = clientRequests.getStore()
    if (!request) return pool.connect()
    await take(request)
    request.connections++
    function end(request: ClientRequest) {
      request.connections--
      giveBack(request.client)
    }
    try {
      const connection = await pool.connect()
      const release = connection.release.bind(connection)
      // The pool sets it again each time.
      connection.release = (isDestroyed) => {
        release(isDestroyed)
        end(request)
      }
      return connection
    } catch (error) {
      end(request)
      throw error
    }
  }

  return { connect, end: () => pool.end(), options: pool.options }
}

async function waitForTurn({ waiting }: Share, waitMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  function turn() {
    waiting.delete(turn)
    resolve()
  }
  waiting.add(turn)
  const timer = setTimeout(() => {
    waiting.delete(turn)
    // As the pool reports it: the response is 503.
    reject(new Error('timeout exceeded when trying to connect'))
  }, waitMs)
  await promise.finally(() => clearTimeout(timer))
}
