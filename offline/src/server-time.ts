/** The device's clocks. */
export type DeviceClock = {
  /** Milliseconds since the epoch; may be wrong by hours, and may jump. */
  now(): number
  /** Milliseconds since any fixed moment; never jumps, but may stop while the device sleeps. */
  monotonic(): number
}

/** A difference of this much between the two clocks is a jump, or sleep: the offset is not certain any more. */
const MAX_DRIFT_MS = 60_000

export type ServerTime = ReturnType<typeof createServerTime>

/**
 * The server's time, estimated from its responses. `offset` is one that was stored earlier, or 0.
 */
export function createServerTime(clock: DeviceClock, offset = 0) {
  let learnt: { now: number; monotonic: number } | undefined
  return {
    get offset() {
      return offset
    },
    now: () => clock.now() + offset,
    /** A response since this script started showed the server's time, and the device's clock has not jumped since. */
    isCertain() {
      if (!learnt) return false
      const drift = clock.now() - learnt.now - (clock.monotonic() - learnt.monotonic)
      return Math.abs(drift) < MAX_DRIFT_MS
    },
    learn(serverTime: number) {
      learnt = { now: clock.now(), monotonic: clock.monotonic() }
      offset = serverTime - learnt.now
    },
    /** Before there was a response in this script. */
    restore(stored: number) {
      if (!learnt) offset = stored
    },
  }
}
