import { DARK_COLOR, LIGHT_COLOR, THEME_COLOR, THEME_KEY } from '../lib/theme.ts'

/**
 * Runs before the first paint, so that the page is not painted first in another theme, or with the login button beside a session. A
 * screen for a dark corner of a barbershop is dark unless its device has chosen otherwise. The browser offers to install the app once,
 * perhaps before any of our files is there: its prompt waits for the moment of our own. No form is submitted by the browser itself: before
 * the page reacts that would lose what was typed.
 */
export const headScript = `
addEventListener('submit', (event) => event.preventDefault())
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installPrompt = event
})
try {
  const { dataset } = document.documentElement
  if (localStorage.getItem('authToken')) dataset.session = 'open'
  const usual = location.pathname.startsWith('/painel-da-loja') ? 'dark' : undefined
  const theme = localStorage.getItem('${THEME_KEY}') ?? usual
  if (theme === 'light' || theme === 'dark') {
    dataset.theme = theme
    for (const meta of document.querySelectorAll('${THEME_COLOR}'))
      meta.content = theme === 'dark' ? '${DARK_COLOR}' : '${LIGHT_COLOR}'
  }
} catch {
  // A browser that stores nothing has neither.
}`
