/**
 * Replaces the schema library in the web bundles (see vite.config.ts): the server validates every request and the web uses
 * only the types of the schemas, so browsers need not download a validator.
 */
export const Type: Record<string, (...given: unknown[]) => object> = /* @__PURE__ */ new Proxy(
  {},
  { get: () => () => ({}) },
)
