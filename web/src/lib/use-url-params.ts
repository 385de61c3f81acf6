import { ID_PATTERN, matchesPattern } from '@na-regua/contract/text-limits'
import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { createStore } from 'zustand'

type LocationState = {
  /** The search params after the pending navigation: the next change may come before it ends, or from an older render. */
  pending?: URLSearchParams
  /** The scroll position by the key of a history entry. In memory: after a reload the browser itself restores it. */
  positions: Readonly<Record<string, number>>
  /** Keys of history entries. */
  openedFromHome: readonly string[]
  lastSearch: string
}

const store = createStore<LocationState>(() => ({ positions: {}, openedFromHome: [], lastSearch: '' }))

const storePosition = (key: string, top: number) =>
  store.setState(({ positions }) => ({ positions: { ...positions, [key]: top } }))

/** True when a part of a URL can be an id; others are not sent to the server. */
export function isUuid(text: string) {
  return matchesPattern(ID_PATTERN, text)
}

/** The search params of the URL. A change replaces the history entry, so that "back" leaves the page, unless it is a new entry. */
export function useUrlParams() {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()

  async function change(write: (current: URLSearchParams) => URLSearchParams, { isNewEntry = false } = {}) {
    // A slow change, such as a detected position, may arrive after the user has left the page.
    if (window.location.pathname !== pathname) return
    const next = write(store.getState().pending ?? new URLSearchParams(window.location.search))
    store.setState({ pending: next })
    await navigate(`?${next}`, { replace: !isNewEntry, preventScrollReset: true })
    if (store.getState().pending === next) store.setState({ pending: undefined })
  }

  return [params, change] as const
}

/** The page as a login returns to it. */
export function useReturnPath() {
  const { pathname, search, hash } = useLocation()
  return pathname + search + hash
}

const HOME = '/'

/**
 * A new page starts at its top, as specified. Back and Forward return to where the user was: the pages of a list are
 * still cached then, so the page has its height when it is shown. `onPageChange` is called on every path change.
 */
export function useScrollPosition(onPageChange: () => void) {
  const location = useLocation()
  const action = useNavigationType()
  const last = useRef(location)

  useLayoutEffect(() => {
    const { pathname, search, key } = location
    const previous = last.current
    last.current = location
    const { positions, openedFromHome } = store.getState()
    if (pathname === HOME) store.setState({ lastSearch: search })
    const hasHomeBefore =
      action === 'PUSH' ? previous.pathname === HOME : action === 'REPLACE' && openedFromHome.includes(previous.key)
    if (hasHomeBefore) store.setState({ openedFromHome: [...openedFromHome, key] })
    if (previous.pathname === pathname) {
      // Reading the position computes the layout, in the middle of a tap on a filter: only before anything has scrolled.
      storePosition(key, positions[previous.key] ?? window.scrollY)
    } else {
      onPageChange()
      const top = (action === 'POP' && positions[key]) || 0
      window.scrollTo({ top, behavior: 'instant' })
      storePosition(key, top)
    }
    window.onscroll = () => storePosition(key, window.scrollY)
    // Otherwise the browser would scroll the page that is still shown. After a reload it restores the position.
    window.history.scrollRestoration = 'manual'
    window.onpagehide = () => {
      window.history.scrollRestoration = 'auto'
    }
  }, [location, action, onPageChange])
}

/** True when the entry before this one is the home page with a search. */
export function isOpenedFromHome(key: string) {
  return store.getState().openedFromHome.includes(key)
}

/** The home page with the filters that it had when it was last shown. */
export function lastSearchPath() {
  return HOME + store.getState().lastSearch
}
