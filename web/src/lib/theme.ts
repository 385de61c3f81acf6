import { useSyncExternalStore } from 'react'
import { createStoredValue } from './use-stored-value.ts'

type Theme = 'auto' | 'light' | 'dark'

const KEY = 'theme'
const storedTheme = createStoredValue({ key: KEY, parse: (text) => text, format: String })

/** The color of the browser's own bars: that of the page, as in theme.css. */
const papers = { light: '#faf6f0', dark: '#15120f' }
const META = 'meta[name=theme-color]'

/**
 * Runs before the first paint, so that the page is not painted first in another theme or without a session. The path is that of the
 * page that the server rendered. A screen for a dark corner of a barbershop is dark unless its device has chosen otherwise.
 */
export const firstPaintScript = `try{var d=document.documentElement.dataset;d.path=location.pathname;var t=localStorage.getItem('${KEY}')||(d.path.startsWith('/painel-da-loja')?'dark':'');if(t==='light'||t==='dark'){d.theme=t;document.querySelectorAll('${META}').forEach(function(m){m.content=t==='dark'?'${papers.dark}':'${papers.light}'})}if(localStorage.getItem('authToken'))d.session='open'}catch(e){}`

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
  for (const meta of document.querySelectorAll<HTMLMetaElement>(META)) {
    const system = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = papers[theme === 'auto' ? system : theme]
  }
  storedTheme.write(theme === 'auto' ? undefined : theme)
}
