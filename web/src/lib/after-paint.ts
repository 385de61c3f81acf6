import { type ComponentType, createElement, lazy, useState } from 'react'

/** A hidden tab never paints: its scripts start after this time. */
const MAX_DELAY_MS = 2_000

/** The browser fetches neither an unknown `rel` nor a script of type text/plain. */
const DEFERRED_LINK = '<link rel="deferred"'
const DEFERRED_SCRIPT = 'type="text/plain" data-deferred=""'

/**
 * Defers the scripts of a rendered page until the first paint: on a slow connection they would compete with the styles, the
 * fonts and the largest image (decision 0054).
 */
export function deferScripts(html: string) {
  return html.replaceAll('<link rel="modulepreload"', DEFERRED_LINK).replace('type="module" async=""', DEFERRED_SCRIPT)
}

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

type Manifest = { url: string; routes: object }

/**
 * Replaces the import of the manifest of all routes by the part of it that the rendered page needs. The others are loaded by
 * the first navigation.
 */
export function inlineManifest(html: string, manifest: Manifest, routeIds: readonly string[]) {
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => routeIds.includes(id)))
  const part = JSON.stringify({ ...manifest, routes }).replaceAll('<', '\\u003c')
  return html
    .replace(`import ${JSON.stringify(manifest.url)};`, () => `window.__reactRouterManifest=${part};`)
    .replace(new RegExp(`<link rel="modulepreload" href="${manifest.url}"[^>]*>`), '')
}

/**
 * Starts the scripts that `deferScripts` deferred; at once without a network, where they compete with nothing. The injected element
 * is removed at once: hydration must find the DOM as it was sent.
 */
export const afterPaintScript = `(function(){var started
function start(){if(started)return;started=true
document.querySelectorAll('link[rel=deferred]').forEach(function(link){link.rel='modulepreload'})
var deferred=document.querySelector('script[data-deferred]');if(!deferred)return
var script=document.createElement('script');script.type='module';script.textContent=deferred.textContent
document.head.append(script);script.remove()}
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
 * page that the server rendered. The first scroll shows the images that wait (theme.css). A screen for a dark
 * corner of a barbershop is dark unless its device has chosen otherwise. While the styles are loading, a browser without `Temporal` loads
 * what it needs for local times, a tenth of a second on a cheap phone that the page would otherwise lack when it begins to react
 * (decision 0121).
 */
export const firstPaintScript = `try{var d=document.documentElement.dataset;addEventListener('scroll',function(){d.scrolled=''},{once:true});d.path=location.pathname;var t=localStorage.getItem('${THEME_KEY}')||(d.path.startsWith('/painel-da-loja')?'dark':'');if(t==='light'||t==='dark'){d.theme=t;document.querySelectorAll('${THEME_COLOR}').forEach(function(m){m.content=t==='dark'?'${DARK_COLOR}':'${LIGHT_COLOR}'})}if(localStorage.getItem('authToken'))d.session='open'}catch(e){};window.Temporal||setTimeout(function(){new Intl.DateTimeFormat('sv-SE',{timeZone:'America/Sao_Paulo'})});`

/**
 * Runs before the first paint. A tap on a control that React has not hydrated yet is saved, shown as pressed and repeated once the
 * control is ready; so are choices and text that were entered before. Of text it is what the field contains by then; a field
 * that a rendering has emptied meanwhile gets back what it contained. React itself repeats nothing that comes before its own code.
 * Taps wait for the session too (`data-released`): a control that does not know the user would lead to the login.
 * Links work without it. Once the page is hydrated the script only passes events on, because controls of other libraries, such as
 * the map's, are not React's; except within `data-late`, whose code comes after that of the page.
 */
export const earlyTapScript = `(function(d){var queue=[],timer
function ready(e){return !!e&&Object.keys(e).some(function(k){return k.indexOf('__reactProps')===0})}
function find(e){return e.target instanceof Element&&e.target.closest('a,button,input,select,textarea')}
function late(t){return t&&!ready(t)&&(t.closest('[data-late]')||!ready(d.querySelector('main')))}
function released(){return 'released' in d.documentElement.dataset||!d.querySelector('main')}
function store(control,repeat){queue=queue.filter(function(k){return k.control!==control});queue.push({control:control,repeat:repeat})
timer=timer||setInterval(run,50)}
function run(){var next=queue[0];if(next&&next.control.isConnected&&!(next.isReady&&ready(next.control)&&released())){next.isReady=ready(next.control);return}
queue.shift();if(!queue.length)timer=clearInterval(timer)
if(next){next.control.removeAttribute('data-tapped');if(next.control.isConnected)next.repeat(next.control)}}
d.addEventListener('click',function(event){var control=find(event);if(!control||!control.matches('button,[type=checkbox],[type=radio]'))return
if(ready(control)&&!released())event.stopImmediatePropagation();else if(!late(control))return
event.preventDefault();control.setAttribute('data-tapped','');store(control,function(c){c.click()})},true)
d.addEventListener('input',function(event){var control=find(event);if(!late(control)||control.matches('button,[type=checkbox],[type=radio]'))return
var text=control.value
store(control,function(c){var type=Object.getPrototypeOf(c);text=!c.matches('select')&&c.value||text;c.value=c.matches('select')?text:'';Object.getOwnPropertyDescriptor(type,'value').set.call(c,text)
c.dispatchEvent(new Event(c.matches('select')?'change':'input',{bubbles:true}))})},true)
d.addEventListener('submit',function(event){if(!ready(event.target)&&!ready(d.querySelector('main')))event.preventDefault()},true)
})(document)`

/** The browser offers to install the app once, often before our code is there: the offer waits for the moment of our own. */
export const installPromptScript = `;addEventListener('beforeinstallprompt',function(e){e.preventDefault();window.installPrompt=e})`
