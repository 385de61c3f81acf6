import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** The search params after the pending navigation: the next change may come before it ends, or from an older render. */
let pending: URLSearchParams | undefined

/** Whether a part of a URL can be an id; others are not sent to the server. */
export function isUuid(text: string) {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/** The search params of the URL. A change replaces the history entry, so that "back" leaves the page, unless it is a new entry. */
export function useUrlParams() {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()

  async function change(write: (current: URLSearchParams) => URLSearchParams, { isNewEntry = false } = {}) {
    // A slow change, such as a detected position, may arrive after the user has left the page.
    if (window.location.pathname !== pathname) return
    const next = write(pending ?? new URLSearchParams(window.location.search))
    pending = next
    await navigate(`?${next}`, { replace: !isNewEntry, preventScrollReset: true })
    if (pending === next) pending = undefined
  }

  return [params, change] as const
}
