import { type ComponentType, createElement, lazy, useState } from 'react'

/** A hidden tab never paints: its scripts start after this time. */
const MAX_DELAY_MS = 2_000

/** Names the element with what the first page needs. */
export const FIRST_PAGE_ID = 'first-page'

/** What the server sent stays: the hydration of an element with its own HTML leaves its children and attributes alone. */
function retainServerHtml(tag: string) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: never written, because it is for the hydration only.
  return () => createElement(tag, { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } })
}

/**
 * A part of the page whose code is loaded after that of the page. If its file cannot be loaded, the page goes on without it:
 * `instead` is then rendered, or, as the name of the part's outermost element, retains the HTML that the server sent. A promise
 * that stays pending would retain it too, but would also hold back every navigation.
 *
 * `preloadOffline` loads it beside the first rendering, where no network would be slowed down: a part that is loaded is rendered at
 * once, while React shows what replaces a fallback 300 ms later at the earliest. `preload` does so before it is rendered; after a
 * failure the rendering loads it again.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, instead: string | ComponentType<P>) {
  const fallback = typeof instead === 'string' ? retainServerHtml(instead) : instead
  let loaded: ComponentType<P> | undefined
  async function start() {
    const component = await load().catch((error: unknown) => console.warn('a part of the page failed to load', error))
    loaded = component ?? fallback
    return { default: loaded }
  }
  const Part = lazy(start)
  // The same one as long as it is mounted.
  const LazyPart = (props: P) => createElement(useState(() => loaded ?? Part)[0] as ComponentType<P>, props)
  return Object.assign(LazyPart, {
    async preload() {
      loaded ??= await load().catch(() => undefined)
    },
    preloadOffline: async () => void (navigator.onLine === false && (await start())),
  })
}

/**
 * Starts the scripts of the page after its first paint: on a slow connection they would compete with the styles, the fonts and the
 * largest image (decision 36). At once without a network, where they compete with nothing.
 */
export const afterPaintScript = `(function(){var started
function start(){if(started)return;started=true
var links=document.querySelectorAll('link[rel=deferred]')
links.forEach(function(link){link.rel='modulepreload'})
if(links[0])import(links[0].href)}
if(navigator.onLine===false)return start()
try{new PerformanceObserver(start).observe({type:'paint',buffered:true})}catch(e){start()}
setTimeout(start,${MAX_DELAY_MS})})()`

export const THEME_KEY = 'theme'
export const THEME_COLOR = 'meta[name=theme-color]'
/** The colors of the browser's own bars: those of the page, as in theme.css. */
export const LIGHT_COLOR = '#faf6f0'
export const DARK_COLOR = '#15120f'

/**
 * Runs before the first paint, so that the page is not painted first in another theme or without a session. The path is that of the
 * page that the server rendered. The first scroll shows the images that wait (theme.css). No form is submitted by the browser itself, which would lose what was
 * typed: from `early-taps.ts` on, that decides. The browser offers to install the app once, perhaps before any of our files is there: the
 * offer waits for the moment of our own. A screen for a dark corner of a barbershop is dark unless its device has chosen otherwise. While
 * the styles are loading, a browser without `Temporal` loads what it needs for local times, a tenth of a second on a cheap phone that the
 * page would otherwise lack when it begins to react (decision 36).
 */
export const firstPaintScript = `try{var d=document.documentElement.dataset;addEventListener('scroll',function(){d.scrolled=''},{once:true});addEventListener('submit',function(e){'early'in d||e.preventDefault()});addEventListener('beforeinstallprompt',function(e){e.preventDefault();window.installPrompt=e});d.path=location.pathname;var t=localStorage.getItem('${THEME_KEY}')||(d.path.startsWith('/painel-da-loja')?'dark':'');if(t==='light'||t==='dark'){d.theme=t;document.querySelectorAll('${THEME_COLOR}').forEach(function(m){m.content=t==='dark'?'${DARK_COLOR}':'${LIGHT_COLOR}'})}if(localStorage.getItem('authToken'))d.session='open'}catch(e){};window.Temporal||setTimeout(function(){new Intl.DateTimeFormat('sv-SE',{timeZone:'America/Sao_Paulo'})});`
