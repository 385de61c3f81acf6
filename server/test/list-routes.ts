/**
 * Every route that the router serves, parsed from its printed tree. Parameters stay in the path as `:name`. The tree without common
 * prefixes is easier to read, but it merges the wildcard routes into one.
 */
export function listRoutes(app: { printRoutes: (options: { commonPrefix: true }) => string }) {
  const parts: string[] = []
  return app
    .printRoutes({ commonPrefix: true })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods] = /^([│├└─ ]*?)([^│├└─ ].*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (part === undefined || indent === undefined) return []
      parts.length = indent.length / 4
      parts.push(part)
      const path = parts.join('')
      return (methods ?? '').split(', ').flatMap((method) => (method ? [{ method, path }] : []))
    })
}
