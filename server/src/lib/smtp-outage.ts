type Options = {
  /** Resolves when the mail server answers again. */
  probe: () => Promise<unknown>
  onBack: () => Promise<unknown>
  everyMs?: number
}

const PROBE_MS = 5000

/**
 * While the mail server cannot be reached nobody waits for it: a letter that would hang for half a minute would keep a place in the
 * queue from everything else. One probe asks for all of them, and when it is answered whatever failed is tried again at once.
 */
export function watchSmtpOutage({ probe, onBack, everyMs = PROBE_MS }: Options) {
  let probing: NodeJS.Timeout | undefined

  function close() {
    clearTimeout(probing)
    probing = undefined
  }

  async function ask() {
    const isBack = await probe().then(
      () => true,
      () => false,
    )
    if (probing === undefined) return
    if (!isBack) return plan()
    close()
    await onBack().catch(() => {})
  }

  function plan() {
    probing = setTimeout(() => void ask(), everyMs).unref()
  }

  return {
    isAway: () => probing !== undefined,
    note: () => {
      if (probing === undefined) plan()
    },
    close,
  }
}

/** Not reached, hung up on, or sent away before any letter: what is wrong with one letter or one address is another matter. */
export function isSmtpOutage({ code = '', responseCode }: { code?: string; responseCode?: number }): boolean {
  return responseCode === 421 || (responseCode === undefined && /^(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS)$/.test(code))
}
