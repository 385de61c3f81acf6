import type { KeyboardEvent } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyGallery } from './empty-gallery.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { useSnapIndex } from './use-snap-index.ts'

type GalleryProps = { name: string; pictures: readonly string[] }

const arrowClass = 'absolute top-1/2 hidden -translate-y-1/2 bg-card/90 text-ink hover:bg-card md:inline-grid'

/** A strip that a finger swipes, arrows and thumbnails move, and that reads without script. Its height is known before its pictures. */
export function Gallery({ name, pictures }: GalleryProps) {
  const { strip, index, handleScroll, goTo } = useSnapIndex(pictures.length)
  if (pictures.length === 0) return <EmptyGallery name={name} />

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    goTo(index + step)
  }

  const hasSeveral = pictures.length > 1
  return (
    <section aria-label={`Fotos de ${name}`} onKeyDown={handleKeyDown}>
      <div className="relative overflow-hidden rounded-hero border border-line bg-sunken">
        <ul
          ref={strip}
          onScroll={handleScroll}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={hasSeveral ? 0 : undefined}
          aria-label={hasSeveral ? 'Fotos, use as setas para trocar' : undefined}
          className="[scrollbar-width:none] flex aspect-[16/10] snap-x snap-mandatory overflow-x-auto overscroll-x-contain -outline-offset-4 md:aspect-[16/9]"
        >
          {pictures.map((url, position) => (
            <li key={url} className="w-full shrink-0 snap-center snap-always">
              <img
                src={url}
                alt={`Foto ${position + 1} de ${name}`}
                width={960}
                height={600}
                loading={position === 0 ? 'eager' : 'lazy'}
                fetchPriority={position === 0 ? 'high' : 'auto'}
                draggable={false}
                className="size-full object-cover"
              />
            </li>
          ))}
        </ul>
        {hasSeveral && (
          <>
            <IconButton
              label="Foto anterior"
              disabled={index === 0}
              onClick={() => goTo(index - 1)}
              className={`${arrowClass} left-3`}
            >
              <Icon name="chevron-left" />
            </IconButton>
            <IconButton
              label="Próxima foto"
              disabled={index === pictures.length - 1}
              onClick={() => goTo(index + 1)}
              className={`${arrowClass} right-3`}
            >
              <Icon name="chevron-right" />
            </IconButton>
            <p
              aria-live="polite"
              className="absolute right-3 bottom-3 rounded-small bg-card/90 px-2 py-0.5 text-xs font-semibold tabular-nums"
            >
              <span className="sr-only">Foto </span>
              {index + 1} / {pictures.length}
            </p>
          </>
        )}
      </div>
      {hasSeveral && <Thumbnails pictures={pictures} index={index} onChoose={goTo} />}
    </section>
  )
}
