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

/**
 * Starts the scripts that `deferScripts` deferred. The injected element is removed at once: hydration must find the DOM as
 * it was sent.
 */
export const afterPaintScript = `(function(){var started
function start(){if(started)return;started=true
document.querySelectorAll('link[rel=deferred]').forEach(function(link){link.rel='modulepreload'})
var deferred=document.querySelector('script[data-deferred]');if(!deferred)return
var script=document.createElement('script');script.type='module';script.textContent=deferred.textContent
document.head.append(script);script.remove()}
try{new PerformanceObserver(start).observe({type:'paint',buffered:true})}catch(e){start()}
setTimeout(start,${MAX_DELAY_MS})})()`
