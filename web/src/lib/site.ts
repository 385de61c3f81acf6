import { createContext as createReactContext } from 'react'
import { createContext, useRouteLoaderData } from 'react-router'

/** What the server tells each rendering about itself. */
export type Site = {
  /** Absolute address without a trailing slash, for canonical links. */
  publicUrl: string
  /** The demo shows the letters that would have left by e-mail. */
  hasOutbox: boolean
  /** Somebody can sign in with Google here. */
  hasGoogle: boolean
  /** Address of map tiles with {z}, {x} and {y}; the page's policy lets pictures in from that host alone. */
  tilesUrl: string
  /** Marks the inline scripts that are ours; the server turns the mark into the hashes of the page's policy. */
  nonce: string
  reportError: (error: unknown) => void
}

export const siteContext = createContext<Site>()

/** The part that the browser knows too. */
export type PublicSite = Pick<Site, 'publicUrl' | 'hasOutbox' | 'hasGoogle' | 'tilesUrl'>

export function useSite() {
  return useRouteLoaderData('root') as PublicSite | undefined
}

/** The mark of our inline scripts while the server renders; undefined in the browser. */
export const NonceContext = createReactContext<string | undefined>(undefined)
