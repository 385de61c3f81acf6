import { BARBERSHOP_IMAGE_WIDTHS, imageUrlOfWidth } from '@na-regua/contract/images'

/** In the browser's order of preference. */
export const barbershopImageFormats = ['avif', 'webp'] as const

/** Every file that belongs to the URL of a barbershop's image. */
export function filesOf(url: string): string[] {
  return BARBERSHOP_IMAGE_WIDTHS.flatMap((width) =>
    barbershopImageFormats.map((format) => imageUrlOfWidth(url, width).replace(/\.webp$/, `.${format}`)),
  )
}
