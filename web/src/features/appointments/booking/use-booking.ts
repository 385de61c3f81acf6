import type { User } from '@na-regua/contract/accounts'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { hasCode } from '../../../lib/api-error.ts'
import { createStoredValue } from '../../../lib/use-stored-value.ts'
import { type BookingInput, bookAppointment, holdSlot, releaseHold } from '../queries.ts'
import { createIdempotencyKeys, isRefusal } from '../rules.ts'

/** While `input` is set, the slot may be held by this user and therefore reported as taken. */
type BookingStage =
  | { name: 'choosing'; error?: unknown; input?: BookingInput }
  | { name: 'booking'; input: BookingInput }
  | { name: 'verifying'; input: BookingInput; heldUntil?: string }
  | { name: 'slot-taken'; message: string; alternatives: Alternative[]; input?: undefined }

type BookingOptions = {
  user: User | undefined
  onBooked: (appointmentId: string) => void
  /** The data on the screen is outdated; resolves after the refetch. */
  onStale: () => Promise<unknown>
}

/** One booking: choose, hold the slot while the email is verified, book, or report that the slot was taken. */
export function useBooking({ user, onBooked, onStale }: BookingOptions) {
  const state = useBookingStage(onStale)
  const { stage, setStage, handleFailure } = state
  const { verify, cancel, forgetHold } = useVerification(state, onStale)
  const [idempotencyKeys] = useState(createIdempotencyKeys)
  const isPending = useRef(false)

  async function book(input: BookingInput) {
    if (isPending.current || !user) return
    isPending.current = true
    setStage({ name: 'booking', input })
    try {
      const { id } = await bookAppointment(input, user.id, idempotencyKeys.getKey(input))
      forgetHold()
      onBooked(id)
    } catch (error) {
      if (isRefusal(error)) idempotencyKeys.clear()
      if (hasCode(error, 'EMAIL_NOT_VERIFIED')) void verify(input)
      else handleFailure(error, input)
    } finally {
      isPending.current = false
    }
  }

  return {
    stage,
    confirm: (input: BookingInput) => void (user?.isEmailVerified ? book(input) : verify(input)),
    /** Books after the email has been verified. */
    finish: (input: BookingInput) => void book(input),
    reset: () => setStage({ name: 'choosing', input: findHeldInput() }),
    cancel: () => void cancel(),
  }
}

/** The stage, and the stage that follows a failed request. */
function useBookingStage(onStale: BookingOptions['onStale']) {
  const [stage, setStage] = useState<BookingStage>({ name: 'choosing' })

  // After the first render: the server, whose HTML it must equal, does not know of a hold.
  useEffect(() => {
    const input = findHeldInput()
    if (input) setStage((current) => (current.name === 'choosing' ? { ...current, input } : current))
  }, [])

  function handleFailure(error: unknown, input: BookingInput) {
    const isRefused = isRefusal(error)
    if (isRefused) void onStale()
    if (!hasCode(error, 'SLOT_TAKEN')) {
      return setStage({ name: 'choosing', error, input: isRefused ? undefined : input })
    }
    const alternatives = (error.details.alternatives ?? []) as Alternative[]
    setStage({ name: 'slot-taken', message: error.message, alternatives })
  }

  return { stage, setStage, handleFailure }
}

/** Holds the slot while the user verifies the email. */
function useVerification(
  { setStage, handleFailure }: ReturnType<typeof useBookingStage>,
  onStale: () => Promise<unknown>,
) {
  const { hold, release, forget } = useHold()

  async function verify(input: BookingInput) {
    setStage({ name: 'verifying', input })
    try {
      const heldUntil = await hold(input)
      setStage((current) => (current.name === 'verifying' ? { ...current, heldUntil } : current))
    } catch (error) {
      // Without a response the email can still be verified; after a refusal that would be useless. A hold is the customer's own, who
      // may be served then: a guest is booked without it.
      const isForGuest = input.guestName !== undefined && hasCode(error, 'CUSTOMER_BUSY')
      if (isRefusal(error) && !isForGuest) handleFailure(error, input)
    }
  }

  async function cancel() {
    // The slot stays selectable until the refetched list contains it again.
    setStage(({ input }) => ({ name: 'choosing', input }))
    await release()
    await onStale()
    setStage((current) => (current.name === 'choosing' ? { ...current, input: undefined } : current))
  }

  return { verify, cancel, forgetHold: forget }
}

/** Holds a slot and releases it on leaving. A release waits for the running hold request, so that no hold is left behind. */
function useHold() {
  const holding = useRef<Promise<unknown>>(undefined)

  async function hold(input: BookingInput) {
    const request = holdSlot(input)
    holding.current = request.catch(() => undefined)
    const { heldUntil } = await request
    if (holding.current !== undefined) storedHold.write({ input, heldUntil })
    return heldUntil
  }

  /** The hold was booked or is being released. */
  function forget() {
    holding.current = undefined
    storedHold.write(undefined)
  }

  function release(): Promise<unknown> {
    const request = holding.current
    forget()
    return request ? request.then(releaseHold) : Promise.resolve()
  }

  const releaseOnLeave = useEffectEvent(() => void release())
  useEffect(() => () => releaseOnLeave(), [])

  return { hold, release, forget }
}

// In the tab's storage: phones unload the page while the user reads the code in another app.
const storedHold = createStoredValue<{ input: BookingInput; heldUntil: string }>({
  key: 'heldSlot',
  storage: 'session',
  parse: JSON.parse,
})

/** The booking that this tab holds a slot for. */
function findHeldInput(): BookingInput | undefined {
  const hold = storedHold.read()
  return hold && Date.parse(hold.heldUntil) > Date.now() ? hold.input : undefined
}
