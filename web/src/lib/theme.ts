import { useSyncExternalStore } from 'react'

export type Theme = 'auto' | 'light' | 'dark'

const KEY = 'theme'
const listeners = new Set<() => void>()

/** Runs before the first paint, so that neither a chosen theme nor a session comes in late. */
export const firstPaintScript = `try{var d=document.documentElement.dataset,t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')d.theme=t;if(localStorage.getItem('authToken'))d.session='open'}catch(e){}`

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'auto'
}

export function useTheme() {
  return useSyncExternalStore<Theme>(subscribe, readTheme, () => 'auto')
}

export function chooseTheme(theme: Theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'auto') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Blocked storage: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}
