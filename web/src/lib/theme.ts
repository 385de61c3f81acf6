import { useSyncExternalStore } from 'react'
import { DARK_COLOR, LIGHT_COLOR, THEME_COLOR, THEME_KEY } from './after-paint.ts'
import { createStoredValue } from './use-stored-value.ts'

type Theme = 'auto' | 'light' | 'dark'

const storedTheme = createStoredValue({ key: THEME_KEY, parse: (text) => text, format: String })

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
