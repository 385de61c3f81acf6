import { clsx } from 'clsx'
import type { KeyboardEvent, ReactNode } from 'react'
import { markLoaded } from '../../../lib/images.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyChair } from '../../../ui/scene-message.tsx'
import { useSnapIndex } from '../../../ui/use-snap-index.ts'

type GalleryProps = {
  name: string
  images: readonly string[]
  /** In the upper left corner. */
  badges: ReactNode
  /** In the upper right corner. */
  action?: ReactNode
}

const arrowClass = 'absolute top-1/2 -translate-y-1/2 bg-card/90 text-ink hover:bg-card max-md:hidden noscript:hidden'

type StripProps = Omit<GalleryProps, 'badges' | 'action'> & Omit<ReturnType<typeof useSnapIndex>, 'index' | 'goTo'>

/** Scrolls by swiping, also without script. Its aspect ratio is fixed, to avoid a layout shift. */
function Strip({ name, images, strip, handleScroll }: StripProps) {
  const hasSeveral = images.length > 1
  return (
    <ul
      ref={strip}
      onScroll={handleScroll}
      tabIndex={hasSeveral ? 0 : undefined}
      aria-label={hasSeveral ? `Fotos de ${name}, use as setas para trocar` : `Foto de ${name}`}
      className="flex aspect-[16/10] snap-x snap-mandatory overflow-x-auto overscroll-x-contain -outline-offset-4 [scrollbar-width:none] md:aspect-[16/9]"
    >
      {images.map((url, position) => (
        <li key={url} className="w-full shrink-0 snap-center snap-always">
          <img
            ref={markLoaded}
            src={url}
            alt={`Foto ${position + 1} de ${name}`}
            width={960}
            height={600}
            loading={position === 0 ? 'eager' : 'lazy'}
            fetchPriority={position === 0 ? 'high' : 'low'}
            draggable={false}
            className="plate size-full object-cover"
          />
        </li>
      ))}
    </ul>
  )
}

type ArrowsProps = { index: number; count: number; goTo: (index: number) => void }

function Arrows({ index, count, goTo }: ArrowsProps) {
  return (
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
        disabled={index === count - 1}
        onClick={() => goTo(index + 1)}
        className={`${arrowClass} right-3`}
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

export function Gallery({ name, images, badges, action }: GalleryProps) {
  const { strip, index, handleScroll, goTo } = useSnapIndex(images.length)
  const hasSeveral = images.length > 1

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || !hasSeveral) return
    event.preventDefault()
    goTo(index + step)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of the buttons and the strip inside.
    <div onKeyDown={handleKeyDown}>
      <div className="relative overflow-hidden rounded-hero border border-line bg-sunken">
        {images.length === 0 ? (
          <EmptyGallery name={name} />
        ) : (
          <Strip name={name} images={images} strip={strip} handleScroll={handleScroll} />
        )}
        {hasSeveral && <Arrows index={index} count={images.length} goTo={goTo} />}
        <div className="absolute inset-x-3 top-3 mr-25 flex flex-wrap gap-2">{badges}</div>
        {action && <div className="absolute top-3 right-3">{action}</div>}
      </div>
      {hasSeveral && <Thumbnails images={images} index={index} onChoose={goTo} />}
    </div>
  )
}

type ThumbnailsProps = { images: readonly string[]; index: number; onChoose: (index: number) => void }

function Thumbnails({ images, index, onChoose }: ThumbnailsProps) {
  return (
    <ul className="[scrollbar-width:none] -mx-1 mt-1 flex scroll-px-5 gap-2 overflow-x-auto p-1 noscript:hidden">
      {images.map((url, position) => (
        <li key={url} className="shrink-0">
          <button
            type="button"
            aria-label={`Ver foto ${position + 1}`}
            aria-current={position === index}
            onClick={() => onChoose(position)}
            className={clsx(
              'block h-12 w-18 overflow-hidden rounded-control border-2 transition-opacity md:h-14 md:w-21',
              position === index ? 'border-ink' : 'border-transparent opacity-70 hover:opacity-100',
            )}
          >
            <img
              ref={markLoaded}
              src={url}
              alt=""
              width={168}
              height={112}
              loading="lazy"
              fetchPriority="low"
              className="plate size-full object-cover"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Two initials of the name: 'Barbearia do Zé Lima' is ZL. */
function toInitials(name: string) {
  const words = name.split(/\s+/).filter((word) => !/^barbearia$/i.test(word) && /^\p{Lu}/u.test(word))
  const [first = 'N', second = 'R'] = words.map((word) => word[0])
  return first + second
}

function EmptyGallery({ name }: { name: string }) {
  return (
    <div className="flex aspect-[16/10] flex-col justify-center overflow-hidden md:aspect-[16/9]">
      <EmptyChair text={toInitials(name)} />
    </div>
  )
}
