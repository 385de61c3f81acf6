import type { Page } from '@playwright/test'

/**
 * In the page: true once React has taken over all of the server's HTML. A part with a file of its own (lazyPart) follows after the page
 * itself, and a tap on it until then has no effect. React puts the HTML of such a part between comments and marks the elements that are its own.
 */
function isHydrated() {
  if (!('hydrated' in document.documentElement.dataset)) return false
  const isOwn = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'))
  const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT)
  while (comments.nextNode()) {
    const start = comments.currentNode
    if (!start.nodeValue?.startsWith('$')) continue
    let next = start.nextSibling
    // The data of the page, which is streamed, is not taken over.
    while (next instanceof Text || next instanceof HTMLScriptElement) next = next.nextSibling
    if (next instanceof Element && !isOwn(next)) return false
  }
  return true
}

/** A page rendered on the server is readable at once, but reacts to input only after React has hydrated it. */
export async function waitForHydration(page: Page) {
  await page.waitForFunction(isHydrated, undefined, { polling: 50 })
}

export async function openPage(page: Page, path: string) {
  const response = await page.goto(path)
  await waitForHydration(page)
  return response
}

export async function reloadPage(page: Page) {
  await page.reload()
  await waitForHydration(page)
}

/**
 * Opens a page whose scripts do not arrive until the returned function is called. It is whole and styled by then. Its `load` event,
 * which waits for the scripts, is not waited for.
 */
export async function openWithoutScripts(page: Page, path: string) {
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^/]*\.js$/, (route) => scripts.promise.then(() => route.continue()))
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  return scripts.resolve
}
