import { AVATAR_WIDTHS, imageUrlOfWidth } from '@na-regua/contract/images'
import type { Storage } from '../../../lib/storage.ts'

/** The stored files of an uploaded avatar. Empty for images of the demo, which users share, and for external URLs. */
export function listAvatarFiles(storage: Pick<Storage, 'nameOf'>, url: string): string[] {
  const names = AVATAR_WIDTHS.flatMap((width) => storage.nameOf(imageUrlOfWidth(url, width)) ?? [])
  return names.filter((name) => name.startsWith('avatars/'))
}
