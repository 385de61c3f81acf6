type AlarmOptions = {
  /** Returns after how many milliseconds it runs again at the latest. */
  run: () => Promise<number>
  /** How long after a failure it runs again. */
  retryMs: number
  /** Called with the first failure of several in a row. */
  onFailure: (error: Error) => void
}

/** Repeats `run`, never twice at once: when it is rung, and when the time that it returned is over. Rings during a run are one more. */
export function startAlarm({ run, retryMs, onFailure }: AlarmOptions) {
  let hasRung = false
  let isStopped = false
  let isFailing = false
  let wake = () => {}

  async function tryToRun(): Promise<number> {
    try {
      const ms = await run()
      isFailing = false
      return ms
    } catch (error) {
      if (!isFailing && !isStopped) onFailure(error as Error)
      isFailing = true
      return retryMs
    }
  }

  /** A process may end meanwhile. */
  async function sleep(ms: number) {
    if (hasRung) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function repeat() {
    while (!isStopped) {
      hasRung = false
      await sleep(await tryToRun())
    }
  }

  function ring() {
    hasRung = true
    wake()
  }

  const ended = repeat()
  return {
    ring,
    /** Waits for the run in progress. */
    async stop() {
      isStopped = true
      ring()
      await ended
    },
  }
}
