import { createContext as createReactContext } from 'react'
import { createContext, useRouteLoaderData } from 'react-router'

/** The server's configuration for one rendering. */
export type Site = {
  /** Absolute address without a trailing slash, for canonical links. */
  publicUrl: string
  /** The demo shows the emails that would have been sent. */
  hasOutbox: boolean
  /** Sign-in with Google is configured. */
  hasGoogle: boolean
  /** Address of map tiles with {z}, {x} and {y}; the page's Content-Security-Policy allows images from that host only. */
  tilesUrl: string
  /** Marks our inline scripts; the server replaces it by their hashes in the Content-Security-Policy. */
  nonce: string
  reportError: (error: unknown) => void
}

export const siteContext = createContext<Site>()

/** The part that is sent to the browser. */
export type PublicSite = Pick<Site, 'publicUrl' | 'hasOutbox' | 'hasGoogle' | 'tilesUrl'>

export function useSite() {
  return useRouteLoaderData('root') as PublicSite | undefined
}

/** The nonce of our inline scripts during server-side rendering; undefined in the browser. */
export const NonceContext = createReactContext<string | undefined>(undefined)

export const BRAND = 'Na Régua'

export const contact = { email: 'contato@naregua.test', phone: '6230000000', city: 'Goiânia, GO' }
