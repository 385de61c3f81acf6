import { classNames } from '../../../ui/class-names.ts'

type ThumbnailsProps = { pictures: readonly string[]; index: number; onChoose: (index: number) => void }

export function Thumbnails({ pictures, index, onChoose }: ThumbnailsProps) {
  return (
    <ul className="[scrollbar-width:none] -mx-1 mt-1 flex gap-2 overflow-x-auto p-1 noscript:hidden">
      {pictures.map((url, position) => (
        <li key={url} className="shrink-0">
          <button
            type="button"
            aria-label={`Ver foto ${position + 1}`}
            aria-current={position === index}
            onClick={() => onChoose(position)}
            className={classNames(
              'block h-12 w-18 overflow-hidden rounded-control border-2 transition-opacity md:h-14 md:w-21',
              position === index ? 'border-ink' : 'border-transparent opacity-70 hover:opacity-100',
            )}
          >
            <img src={url} alt="" width={168} height={112} loading="lazy" className="size-full object-cover" />
          </button>
        </li>
      ))}
    </ul>
  )
}
