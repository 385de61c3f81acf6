import { clsx } from 'clsx'
import { useState } from 'react'
import { markLoaded, shrinkImage } from '../lib/images.ts'

/** White text has a contrast of at least 4.5:1 on each. */
const palette = [
  'bg-[#1f3b63]',
  'bg-[#7a2e20]',
  'bg-[#1b6b45]',
  'bg-[#8a5a12]',
  'bg-[#4b3a6b]',
  'bg-[#22616b]',
  'bg-[#5c4433]',
]

function initialsOf(name: string) {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : ''
  return `${words[0]?.[0] ?? ''}${last?.[0] ?? ''}`.toUpperCase()
}

/** The same name has the same colour everywhere. */
function colourOf(name: string) {
  const sum = [...name].reduce((total, character) => (total * 31 + character.charCodeAt(0)) % 9973, 7)
  return palette[sum % palette.length]
}

type AvatarProps = {
  name: string
  src?: string | null
  className?: string
  /** Wider than 48 px: uses the larger of the image's sizes. */
  isLarge?: boolean
}

/** Decorative: the name is shown beside it. */
export function Avatar({ name, src, className = 'size-11 text-sm', isLarge = false }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const image = src && !isLarge ? shrinkImage(src) : src
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold text-white select-none',
        colourOf(name),
        className,
      )}
    >
      {image && image !== failed ? (
        <img
          ref={markLoaded}
          src={image}
          alt=""
          loading="lazy"
          className="plate size-full object-cover"
          onError={() => setFailed(image)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}
