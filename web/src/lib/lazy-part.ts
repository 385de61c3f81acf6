import { type ComponentType, lazy } from 'react'

/** A part of the page with a file of its own. If that cannot be loaded, the page goes on with `Missing` in its place. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, Missing: ComponentType<P>) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      console.warn('a part of the page failed to load', error)
      return { default: Missing }
    }
  })
}
