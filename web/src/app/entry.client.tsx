import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { getSession, isNewcomer, onSessionExpiry } from '../lib/session.ts'

/** After the page has settled: a first visit pays for the service worker with no byte that it waits for. */
const WORKER_DELAY_MS = 3_000

async function startApp() {
  const { startApp } = await import('../ui/app-updates.ts')
  await startApp(() => import('../ui/install-prompt.tsx'))
}

/** Deletes what is stored of a session that has ended. A browser that never had one stores nothing. */
async function wipeWithoutSession() {
  if (getSession().token || isNewcomer()) return
  const { forgetEndedSession } = await import('@na-regua/offline')
  await forgetEndedSession()
}

function wipe() {
  wipeWithoutSession().catch((error: unknown) => console.warn('what is stored was not deleted', error))
}

/** True after the user went back before the page could react: the HTML is of another page than the URL then. */
function isOfOtherPage() {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && new URL(navigation.name).pathname !== location.pathname
}

function hydrate() {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
}

if (isOfOtherPage()) location.reload()
else startTransition(hydrate)

// The session may have ended while none of its pages was open, and the server may end it at any time.
wipe()
onSessionExpiry(wipe)
setTimeout(() => {
  startApp().catch((error: unknown) => console.warn('the service worker was not started', error))
}, WORKER_DELAY_MS)
