import 'altcha/external'
import 'altcha/altcha.css'
import 'altcha/i18n/pt-br'
import './altcha-widget.css'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { useEffect, useEffectEvent, useRef } from 'react'
import { fetchChallenge } from '../queries.ts'
import type { CaptchaWidgetProps } from '../rules.ts'

type StateChange = CustomEvent<{ state: string; payload: string | null }>

// A worker file of its own: our Content-Security-Policy blocks the library's inline worker.
$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())
$altcha.defaults.set({
  challenge: '/api/auth/captcha',
  // A new challenge for each attempt: an older one may have expired while the form was filled in.
  fetch: async () => Response.json(await fetchChallenge()),
  language: 'pt-br',
  hideFooter: true,
  hideLogo: true,
  humanInteractionSignature: false,
  retryOnOutOfMemoryError: true,
})

/** The built-in captcha: a proof of work that the browser computes in about a second. */
export function AltchaWidget({ onSolve, onClear, onExpire }: CaptchaWidgetProps) {
  const container = useRef<HTMLDivElement>(null)
  const handleState = useEffectEvent((event: Event) => {
    const { state, payload } = (event as StateChange).detail
    if (state === 'verified' && payload) onSolve(payload)
    else if (state === 'expired') onExpire()
    else onClear()
  })

  useEffect(() => {
    const widget = document.createElement('altcha-widget')
    widget.addEventListener('statechange', handleState)
    container.current?.append(widget)
    return () => widget.remove()
  }, [])

  return <div ref={container} className="altcha-box" />
}
