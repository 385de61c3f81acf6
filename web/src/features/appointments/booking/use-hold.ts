import { useEffect, useEffectEvent, useRef } from 'react'
import { type BookingInput, holdSlot, releaseHold } from '../queries.ts'

const KEY = 'heldTime'

/** The time that this tab holds. Phones throw pages away while the person reads the code in another program. */
export function findHeldWish(): BookingInput | undefined {
  try {
    const { wish, heldUntil } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return Date.parse(heldUntil) > Date.now() ? wish : undefined
  } catch {
    return undefined
  }
}

function remember(held: { wish: BookingInput; heldUntil: string } | undefined) {
  try {
    if (held) sessionStorage.setItem(KEY, JSON.stringify(held))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Blocked storage: the hold is known as long as the page lives.
  }
}

/** Holds the wished time while the e-mail is proved. Giving up waits for the hold, so that none is left behind. */
export function useHold() {
  const held = useRef<Promise<unknown>>(undefined)

  const isWanted = () => held.current !== undefined

  async function hold(wish: BookingInput) {
    const request = holdSlot(wish)
    held.current = request.catch(() => undefined)
    const { heldUntil } = await request
    if (isWanted()) remember({ wish, heldUntil })
    return heldUntil
  }

  /** The hold became an appointment, or ends. */
  function forget() {
    held.current = undefined
    remember(undefined)
  }

  function release(): Promise<unknown> {
    const request = held.current
    forget()
    return request ? request.then(releaseHold) : Promise.resolve()
  }

  const releaseOnLeave = useEffectEvent(() => void release())
  useEffect(() => () => releaseOnLeave(), [])

  return { hold, release, forget }
}
