import type { KeyboardEvent, ReactNode } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyGallery } from './empty-gallery.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { useSnapIndex } from './use-snap-index.ts'

type GalleryProps = {
  name: string
  pictures: readonly string[]
  /** Over the upper left corner. */
  badges: ReactNode
  /** Over the upper right corner. */
  action?: ReactNode
}

const arrow = 'absolute top-1/2 -translate-y-1/2 bg-card/90 text-ink hover:bg-card max-md:hidden noscript:hidden'

type StripProps = Omit<GalleryProps, 'badges' | 'action'> & Omit<ReturnType<typeof useSnapIndex>, 'index' | 'goTo'>

/** A finger swipes it, and it reads without script. Its height is known before its pictures. */
function Strip({ name, pictures, strip, handleScroll }: StripProps) {
  const hasSeveral = pictures.length > 1
  return (
    <ul
      ref={strip}
      onScroll={handleScroll}
      tabIndex={hasSeveral ? 0 : undefined}
      aria-label={hasSeveral ? `Fotos de ${name}, use as setas para trocar` : `Foto de ${name}`}
      className="flex aspect-[16/10] snap-x snap-mandatory overflow-x-auto overscroll-x-contain -outline-offset-4 [scrollbar-width:none] md:aspect-[16/9]"
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
  )
}

type MovesProps = { index: number; count: number; goTo: (index: number) => void }

function Moves({ index, count, goTo }: MovesProps) {
  return (
    <>
      <IconButton
        label="Foto anterior"
        disabled={index === 0}
        onClick={() => goTo(index - 1)}
        className={`${arrow} left-3`}
      >
        <Icon name="chevron-left" />
      </IconButton>
      <IconButton
        label="Próxima foto"
        disabled={index === count - 1}
        onClick={() => goTo(index + 1)}
        className={`${arrow} right-3`}
      >
        <Icon name="chevron-right" />
      </IconButton>
      <p
        aria-live="polite"
        className="absolute right-3 bottom-3 rounded-small bg-card/90 px-2 py-0.5 text-xs font-semibold tabular-nums noscript:hidden"
      >
        <span className="sr-only">Foto </span>
        {index + 1} / {count}
      </p>
    </>
  )
}

export function Gallery({ name, pictures, badges, action }: GalleryProps) {
  const { strip, index, handleScroll, goTo } = useSnapIndex(pictures.length)
  const hasSeveral = pictures.length > 1

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || !hasSeveral) return
    event.preventDefault()
    goTo(index + step)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons and of the strip inside.
    <div onKeyDown={handleKeyDown}>
      <div className="relative overflow-hidden rounded-hero border border-line bg-sunken">
        {pictures.length === 0 ? (
          <EmptyGallery name={name} />
        ) : (
          <Strip name={name} pictures={pictures} strip={strip} handleScroll={handleScroll} />
        )}
        {hasSeveral && <Moves index={index} count={pictures.length} goTo={goTo} />}
        <div className="absolute top-3 left-3 flex gap-2">{badges}</div>
        {action && <div className="absolute top-3 right-3">{action}</div>}
      </div>
      {hasSeveral && <Thumbnails pictures={pictures} index={index} onChoose={goTo} />}
    </div>
  )
}
