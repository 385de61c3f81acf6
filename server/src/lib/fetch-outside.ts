/** Ten times the largest response that we expect, the cities of the largest state. */
const MAX_BYTES = 4 * 1024 * 1024

/**
 * `fetch` for external services. A response that is far too long fails like a lost connection instead of filling memory. The
 * caller's signal sets the timeout.
 */
export const fetchOutside: typeof fetch = async (input, init) => {
  const response = await fetch(input, { redirect: 'error', ...init })
  if (!response.body) return response
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limitBytes(MAX_BYTES)), { status, statusText, headers })
}

function limitBytes(max: number) {
  let total = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      total += chunk.byteLength
      if (total > max) controller.error(new Error('the response is too long'))
      else controller.enqueue(chunk)
    },
  })
}
