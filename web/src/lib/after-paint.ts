/** What a hidden tab waits at most: nothing is painted there. */
const LONGEST_MS = 2_000

/** What the browser does not know it does not fetch. */
const HELD_LINK = '<link rel="held"'
const HELD_SCRIPT = 'type="text/plain" data-held=""'

/**
 * Takes the scripts out of a rendered page's first bytes: on a slow line they would stand in the way of styles, letters and
 * the picture that somebody waits for, and nobody can press what is not painted (decision 0054).
 */
export function deferScripts(html: string) {
  return html.replaceAll('<link rel="modulepreload"', HELD_LINK).replace('type="module" async=""', HELD_SCRIPT)
}

/** Stands behind what `holdScripts` held. The element that runs goes at once: React must find the page as it was sent. */
export const afterPaintScript = `(function(){var begun
function begin(){if(begun)return;begun=true
document.querySelectorAll('link[rel=held]').forEach(function(link){link.rel='modulepreload'})
var held=document.querySelector('script[data-held]');if(!held)return
var script=document.createElement('script');script.type='module';script.textContent=held.textContent
document.head.append(script);script.remove()}
try{new PerformanceObserver(begin).observe({type:'paint',buffered:true})}catch(e){begin()}
setTimeout(begin,${LONGEST_MS})})()`
