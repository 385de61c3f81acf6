/**
 * Loads the script of another site, once per page, and resolves to what it defines. After a failure the next call tries again. The
 * element in the page is what knows that the script is loading.
 */
export function loadScript<T>(source: string, read: () => T | undefined): Promise<T> {
  const loaded = read()
  if (loaded !== undefined) return Promise.resolve(loaded)
  return new Promise((resolve, reject) => {
    const script = document.querySelector<HTMLScriptElement>(`script[src="${source}"]`) ?? appendScript(source)
    function fail() {
      script.remove()
      reject(new Error(`${source} did not load`))
    }
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      const defined = read()
      if (defined === undefined) fail()
      else resolve(defined)
    })
  })
}

function appendScript(source: string) {
  const script = document.createElement('script')
  script.src = source
  script.async = true
  document.head.append(script)
  return script
}
