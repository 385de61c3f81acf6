import { imageUrlOfWidth, SHOP_WIDTHS } from '@na-regua/contract/images'

/** In the order of what a browser should prefer. */
export const shopFormats = ['avif', 'webp'] as const

/** Every file behind the address of a shop's picture. */
export function filesOf(url: string): string[] {
  return SHOP_WIDTHS.flatMap((width) =>
    shopFormats.map((format) => imageUrlOfWidth(url, width).replace(/\.webp$/, `.${format}`)),
  )
}
