import { useSyncExternalStore } from 'react'
import { createStoredValue } from './use-stored-value.ts'

type Theme = 'auto' | 'light' | 'dark'

export const THEME_KEY = 'theme'
export const THEME_COLOR = 'meta[name=theme-color]'
/** The colors of the browser's own bars: those of the page, as in theme.css. */
export const LIGHT_COLOR = '#faf6f0'
export const DARK_COLOR = '#15120f'

const storedTheme = createStoredValue({
  key: THEME_KEY,
  parse: (text) => text,
  format: String,
})

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
  for (const meta of document.querySelectorAll<HTMLMetaElement>(THEME_COLOR)) {
    const system = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = (theme === 'auto' ? system : theme) === 'dark' ? DARK_COLOR : LIGHT_COLOR
  }
  storedTheme.write(theme === 'auto' ? undefined : theme)
}
