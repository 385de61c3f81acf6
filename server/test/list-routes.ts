/** Every route that the router serves, parsed from its printed tree. Parameters stay in the path as `:name`. */
export function listRoutes(app: { printRoutes: (options: { commonPrefix: boolean }) => string }) {
  const parts: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
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
