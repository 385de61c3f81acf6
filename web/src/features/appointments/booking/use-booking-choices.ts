import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { type BookingChange, type BookingChoices, changeBookingChoices, readBookingChoices } from './rules.ts'

/** The choices are stored in the URL: they survive a reload and the login, and can be shared. */
export function useBookingChoices() {
  const navigate = useNavigate()
  const { key, state } = useLocation()
  const params = useParams()
  const [search] = useSearchParams()
  // Shown at once; the URL becomes the source again when the navigation has finished and its key has changed.
  const [pending, setPending] = useState<{ locationKey: string; choices: BookingChoices }>()
  const choices = pending?.locationKey === key ? pending.choices : readBookingChoices(params, search)

  function change(next: BookingChange) {
    const changed = changeBookingChoices(choices, next)
    setPending({ locationKey: key, choices: changed })
    void navigate(paths.booking(changed), { replace: true, preventScrollReset: true, state })
  }

  return { choices, change }
}

/** Returns a function that moves the focus to the confirm button as soon as the booking is ready. */
export function useFocusOnReady(isReady: boolean) {
  const isRequested = useRef(false)

  useEffect(() => {
    if (!isReady || !isRequested.current) return
    isRequested.current = false
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-confirm]')]
    buttons.find((button) => button.checkVisibility())?.focus({ preventScroll: true })
  })

  return () => {
    isRequested.current = true
  }
}
