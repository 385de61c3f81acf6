import 'altcha/external'
import 'altcha/altcha.css'
import 'altcha/i18n/pt-br'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { useEffect, useEffectEvent, useRef } from 'react'
import { fetchPuzzle } from '../queries.ts'
import './altcha-box.css'
import type { CaptchaBoxProps } from '../rules.ts'

type StateChange = CustomEvent<{ state: string; payload: string | null }>

// The separate worker file instead of the bundled one, which the policy of our pages would not let start.
$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())
$altcha.defaults.set({
  challenge: '/api/auth/captcha',
  // A puzzle of its own for every try: one that waited while the form was filled in may have expired.
  fetch: async () => Response.json(await fetchPuzzle()),
  language: 'pt-br',
  hideFooter: true,
  hideLogo: true,
  humanInteractionSignature: false,
  retryOnOutOfMemoryError: true,
})

/** The own captcha: a proof of work solved in this browser, in about a second. */
export function AltchaBox({ onSolve, onClear, onExpire }: CaptchaBoxProps) {
  const holder = useRef<HTMLDivElement>(null)
  const handleState = useEffectEvent((event: Event) => {
    const { state, payload } = (event as StateChange).detail
    if (state === 'verified' && payload) onSolve(payload)
    else if (state === 'expired') onExpire()
    else onClear()
  })

  useEffect(() => {
    const widget = document.createElement('altcha-widget')
    widget.addEventListener('statechange', handleState)
    holder.current?.append(widget)
    return () => widget.remove()
  }, [])

  return <div ref={holder} className="altcha-box" />
}
