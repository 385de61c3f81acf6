/** What the line says: the topic of what may have changed, or `alive` when it only beats. */
export type ServerSentEvent = 'notifications' | 'appointments' | 'account' | 'everything' | 'alive'

const known = new Set<unknown>(['notifications', 'appointments', 'account', 'everything'])

function readBlock(block: string): ServerSentEvent {
  const data = /^data: ?(.*)$/m.exec(block)?.[1]
  try {
    const { topic } = JSON.parse(data ?? '{}') as { topic?: unknown }
    return known.has(topic) ? (topic as ServerSentEvent) : 'alive'
  } catch {
    return 'alive'
  }
}

/** Server-Sent Events out of a fetched body: EventSource cannot send the token but in the address, where it must never stand. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield readBlock(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
