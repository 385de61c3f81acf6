import { clsx } from 'clsx'
import { useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'

type WithImages = { images: readonly string[]; coverImageUrl: string | null }

type CoverProps = {
  of: WithImages
  /** For images above the fold; the others load when they scroll into view. */
  isEager?: boolean
  className?: string
}

/** Decorative, next to the name: the first image, else the cover, else a placeholder. */
export function Cover({ of: { images, coverImageUrl }, isEager = false, className }: CoverProps) {
  const [broken, setBroken] = useState<string>()
  const source = images[0] ?? coverImageUrl
  if (!source || source === broken) {
    return (
      <div
        aria-hidden="true"
        className={clsx('grid place-items-center bg-night text-white/45', className)}
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
      className={clsx('bg-sunken object-cover', className)}
    />
  )
}
