import { useSyncExternalStore } from 'react'
import { createStoredValue } from './use-stored-value.ts'

type Theme = 'auto' | 'light' | 'dark'

const KEY = 'theme'
const storedTheme = createStoredValue({ key: KEY, parse: (text) => text, format: String })

/** Runs before the first paint, so that the page is not painted first in another theme or without a session. */
export const firstPaintScript = `try{var d=document.documentElement.dataset,t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')d.theme=t;if(localStorage.getItem('authToken'))d.session='open'}catch(e){}`

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'auto'
}

export function useTheme() {
  return useSyncExternalStore<Theme>(storedTheme.subscribe, readTheme, () => 'auto')
}

export function chooseTheme(theme: Theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  storedTheme.write(theme === 'auto' ? undefined : theme)
}
