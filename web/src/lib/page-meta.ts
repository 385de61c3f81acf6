import { useEffect } from 'react'
import type { MetaDescriptor } from 'react-router'
import type { PublicSite } from './site.ts'
import { BRAND } from './site.ts'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

type Page = {
  /** Without the brand, which is appended. */
  title?: string
  description?: string
  /** Path of the canonical URL; pages without one are excluded from search engines. */
  path?: string
  /** What a message with the link shows, 1200 × 630 pixels. Without one, that of the site. */
  image?: string
  /** Structured data of schema.org. */
  jsonLd?: Record<string, unknown>
}

/** Drawn by scripts/write-icons.mjs. */
const SITE_IMAGE = '/preview.jpg'

/** The public URL of a path. */
export function absoluteUrl(matches: Matches, path: string) {
  const site = matches.find((match) => match?.id === 'root')?.loaderData as PublicSite | undefined
  return new URL(path, site?.publicUrl ?? 'http://localhost').href
}

/** Title, description, canonical link, Open Graph and structured data of a page, for its `meta`. */
export function pageMeta(matches: Matches, page: Page): MetaDescriptor[] {
  const title = page.title ? `${page.title} · ${BRAND}` : BRAND
  const url = page.path === undefined ? undefined : absoluteUrl(matches, page.path)
  return [
    { title },
    { property: 'og:title', content: title },
    { property: 'og:site_name', content: BRAND },
    { property: 'og:locale', content: 'pt_BR' },
    { property: 'og:type', content: 'website' },
    ...(page.description
      ? [
          { name: 'description', content: page.description },
          { property: 'og:description', content: page.description },
        ]
      : []),
    ...(url ? [{ tagName: 'link', rel: 'canonical', href: url } as const, { property: 'og:url', content: url }] : []),
    ...(url ? [] : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:image', content: absoluteUrl(matches, page.image ?? SITE_IMAGE) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.jsonLd ? [{ 'script:ld+json': page.jsonLd } as MetaDescriptor] : []),
  ]
}

/** Sets the title of a page whose name comes from a query, after a client-side navigation without the server's `meta`. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title) document.title = `${title} · ${BRAND}`
  }, [title])
}
