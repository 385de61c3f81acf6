import { useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'

type Pictured = { images: readonly string[]; coverImageUrl: string | null }

type CoverProps = {
  of: Pictured
  /** The first cards are in view at once; the rest waits until somebody scrolls. */
  isEager?: boolean
  className?: string
}

/** Decorative: the name stands beside it. The first picture, else the cover, else a chair of ours. */
export function Cover({ of: { images, coverImageUrl }, isEager = false, className }: CoverProps) {
  const [broken, setBroken] = useState<string>()
  const source = images[0] ?? coverImageUrl
  if (!source || source === broken) {
    return (
      <div
        aria-hidden="true"
        className={classNames('grid place-items-center bg-night text-white/45', className)}
        data-placeholder
      >
        <Icon name="chair" className="size-2/5 max-h-20 max-w-20" />
      </div>
    )
  }
  return (
    <img
      src={source}
      alt=""
      width="640"
      height="400"
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setBroken(source)}
      className={classNames('bg-sunken object-cover', className)}
    />
  )
}
