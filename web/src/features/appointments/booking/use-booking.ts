import type { User } from '@na-regua/contract/accounts'
import type { Alternative } from '@na-regua/contract/appointments'
import { useRef, useState } from 'react'
import { hasCode } from '../../../lib/error-text.ts'
import { type BookingInput, bookAppointment } from '../queries.ts'
import { createKeyring, isRefusal } from './rules.ts'
import { findHeldWish, useHold } from './use-hold.ts'

/** `wish` is there while the time may be taken by nobody but this person. */
type Stage =
  | { name: 'choosing'; error?: unknown; wish?: BookingInput }
  | { name: 'booking'; wish: BookingInput }
  | { name: 'verifying'; wish: BookingInput; heldUntil?: string }
  | { name: 'lost'; message: string; alternatives: Alternative[]; wish?: undefined }

type Handlers = {
  user: User | undefined
  onBooked: (appointmentId: string) => void
  /** What the screen shows is no longer true; resolves when it is again. */
  onStale: () => Promise<unknown>
}

/** Where the wish stands, and what a failure makes of it. */
function useStage(onStale: Handlers['onStale']) {
  const [stage, setStage] = useState<Stage>(() => ({ name: 'choosing', wish: findHeldWish() }))

  function fail(error: unknown, wish: BookingInput) {
    const isNo = isRefusal(error)
    if (isNo) void onStale()
    if (!hasCode(error, 'SLOT_TAKEN')) return setStage({ name: 'choosing', error, wish: isNo ? undefined : wish })
    const alternatives = (error.details.alternatives ?? []) as Alternative[]
    setStage({ name: 'lost', message: error.message, alternatives })
  }

  return { stage, setStage, fail }
}

/** The way round by the e-mail, with the time held meanwhile. */
function useVerification({ setStage, fail }: ReturnType<typeof useStage>, onStale: Handlers['onStale']) {
  const { hold, release, forget } = useHold()

  async function verify(wish: BookingInput) {
    setStage({ name: 'verifying', wish })
    try {
      const heldUntil = await hold(wish)
      setStage((current) => (current.name === 'verifying' ? { ...current, heldUntil } : current))
    } catch (error) {
      // Without an answer the e-mail can be proved all the same; a refusal spares the person the trouble.
      if (isRefusal(error)) fail(error, wish)
    }
  }

  async function cancel() {
    // Until the list knows that the time is free again, it stays this person's own.
    setStage(({ wish }) => ({ name: 'choosing', wish }))
    await release()
    await onStale()
    setStage((current) => (current.name === 'choosing' ? { ...current, wish: undefined } : current))
  }

  return { verify, cancel, forget }
}

/** One wish on its way to an appointment: held, verified, booked, or lost with something else to choose. */
export function useBooking({ user, onBooked, onStale }: Handlers) {
  const course = useStage(onStale)
  const { stage, setStage, fail } = course
  const { verify, cancel, forget } = useVerification(course, onStale)
  const [keyring] = useState(createKeyring)
  const isUnderWay = useRef(false)

  async function book(wish: BookingInput) {
    if (isUnderWay.current || !user) return
    isUnderWay.current = true
    setStage({ name: 'booking', wish })
    try {
      const { id } = await bookAppointment(wish, user.id, keyring.keyFor(wish))
      forget()
      onBooked(id)
    } catch (error) {
      if (isRefusal(error)) keyring.forget()
      if (hasCode(error, 'EMAIL_NOT_VERIFIED')) void verify(wish)
      else fail(error, wish)
    } finally {
      isUnderWay.current = false
    }
  }

  return {
    stage,
    confirm: (wish: BookingInput) => void (user?.isEmailVerified ? book(wish) : verify(wish)),
    /** After the e-mail is proved: the booking completes by itself. */
    finish: (wish: BookingInput) => void book(wish),
    reset: () => setStage({ name: 'choosing', wish: findHeldWish() }),
    cancel: () => void cancel(),
  }
}
