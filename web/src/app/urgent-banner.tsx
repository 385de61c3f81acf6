import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { CallBanner } from '../features/queue/call-banner.tsx'
import { OfferBanner } from '../features/waitlist/offer-banner.tsx'
import { useUser } from '../lib/session.ts'

/** Keeps what gets the focus below the element: a browser scrolls only as far as the padding says. */
function useScrollPadding() {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!banner.current) return
    const root = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      root.style.scrollPaddingTop = `${entry?.contentRect.height ?? 0}px`
    })
    observer.observe(banner.current)
    return () => {
      observer.disconnect()
      root.style.scrollPaddingTop = ''
    }
  }, [])
  return banner
}

/** What waits for the customer with a clock: a dark band above everything, on every page. */
export function UrgentBanner() {
  const isSignedIn = useUser() !== undefined
  const banner = useScrollPadding()
  // The place that the shell has for it, so that a page without a session and without an entry does not download it.
  const place = document.getElementById('urgente')
  if (!place) return null
  return createPortal(
    <div ref={banner} className="sticky top-0 z-40 max-h-[70dvh] overflow-y-auto bg-ink text-paper print:hidden">
      <CallBanner />
      {isSignedIn && <OfferBanner />}
    </div>,
    place,
  )
}
