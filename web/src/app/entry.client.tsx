import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { createFirstPageRouter, FirstPageRouter, readFirstPage } from './first-page-router.tsx'

/** The development server needs the whole router from the start, for hot reloading. */
async function createRouterElement() {
  if (import.meta.env.DEV) return <HydratedRouter />
  const page = await readFirstPage()
  return <FirstPageRouter page={page} start={createFirstPageRouter(page)} />
}

const router = await createRouterElement()
startTransition(() => {
  hydrateRoot(document, <StrictMode>{router}</StrictMode>)
})
