import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const HOME = '/'

/** By the key of a history entry. In memory: after a reload the browser itself restores the position. */
const positions = new Map<string, number>()
const openedFromHome = new Set<string>()
let lastSearch = ''

/**
 * A new page starts at its top, as specified. Back and Forward return to where the user was (decision 0071): the pages of a list are
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
    if (pathname === HOME) lastSearch = search
    const hasHomeBefore =
      action === 'PUSH' ? previous.pathname === HOME : action === 'REPLACE' && openedFromHome.has(previous.key)
    if (hasHomeBefore) openedFromHome.add(key)
    if (previous.pathname !== pathname) {
      onPageChange()
      window.scrollTo({ top: (action === 'POP' && positions.get(key)) || 0, behavior: 'instant' })
    }
    const save = () => void positions.set(key, window.scrollY)
    save()
    window.onscroll = save
    // Otherwise the browser would scroll the page that is still shown. After a reload it restores the position.
    window.history.scrollRestoration = 'manual'
    window.onpagehide = () => {
      window.history.scrollRestoration = 'auto'
    }
  }, [location, action, onPageChange])
}

/** Whether the entry before this one is the home page with a search. */
export function isOpenedFromHome(key: string) {
  return openedFromHome.has(key)
}

/** The home page with the filters that it had when it was last shown. */
export function lastSearchPath() {
  return HOME + lastSearch
}
