import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { getSrcSet } from '../lib/images.ts'
import { IconButton } from './button.tsx'
import { Sheet } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { useSnapIndex } from './use-snap-index.ts'

type Photo = { url: string; caption?: string | undefined }

type PhotoViewerProps = {
  title: string
  /** Accessible name of the photos. */
  label: string
  photos: readonly Photo[]
  /** Those that are not loaded yet included. */
  count: number
  /** Index of the photo that is shown first. */
  first: number
  /** What can be done with the photo that is shown. */
  renderActions?: (index: number) => ReactNode
  onClose: () => void
}

/** The steps of the keys, in photos. */
const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Wherever the focus is in the dialog: it opens with the focus on its close button. */
function useArrowKeys(onStep: (step: number) => void) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onStep(step)
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

/** Photos full screen: by swiping, by the arrow keys, or by buttons. */
export function PhotoViewer({ title, label, photos, count, first, renderActions, onClose }: PhotoViewerProps) {
  const snap = useSnapIndex(photos.length, first)
  const { index, goTo } = snap
  useArrowKeys((step) => goTo(index + step))
  const position = Math.min(index, photos.length - 1)
  const caption = photos[position]?.caption
  const footer = (
    <div className="flex min-h-11 w-full items-center justify-between gap-3">
      <p aria-live="polite" className="min-w-0 wrap-anywhere">
        <span className="block text-sm text-mute tabular-nums">
          <span className="sr-only">Foto </span>
          {index + 1} de {count}
        </span>
        {caption && <span className="block font-semibold">{caption}</span>}
      </p>
      {renderActions?.(position)}
    </div>
  )
  return (
    <Sheet side="full" isOpen isFlush onClose={onClose} title={title} footer={footer}>
      <Photos label={label} photos={photos} snap={snap} />
    </Sheet>
  )
}

type PhotosProps = { label: string; photos: readonly Photo[]; snap: ReturnType<typeof useSnapIndex> }

function Photos({ label, photos, snap: { strip, index, handleScroll, goTo } }: PhotosProps) {
  const hasSeveral = photos.length > 1
  return (
    <div className="absolute inset-0">
      <ul
        ref={strip}
        onScroll={handleScroll}
        tabIndex={hasSeveral ? 0 : undefined}
        aria-label={`${label}${hasSeveral ? ', use as setas para trocar' : ''}`}
        className="flex h-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain bg-sunken -outline-offset-4 [scrollbar-width:none]"
      >
        {photos.map((photo, position) => (
          <li key={photo.url} className="h-full w-full shrink-0 snap-center snap-always">
            <FullPhoto photo={photo} position={position} isNear={Math.abs(position - index) <= 1} />
          </li>
        ))}
      </ul>
      <StepButton label="Foto anterior" icon="chevron-left" isDisabled={index === 0} onClick={() => goTo(index - 1)} />
      <StepButton
        label="Próxima foto"
        icon="chevron-right"
        isDisabled={index >= photos.length - 1}
        onClick={() => goTo(index + 1)}
      />
    </div>
  )
}

/** Fills its place whatever its proportions, so that nothing moves when it is loaded. */
function FullPhoto({ photo, position, isNear }: { photo: Photo; position: number; isNear: boolean }) {
  const { url, caption } = photo
  return (
    <img
      src={url}
      srcSet={getSrcSet(url)}
      sizes="100vw"
      alt={`Foto ${position + 1}${caption ? `: ${caption}` : ''}`}
      width={960}
      height={960}
      loading={isNear ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      className="size-full object-contain"
    />
  )
}

type StepButtonProps = {
  label: string
  icon: 'chevron-left' | 'chevron-right'
  isDisabled: boolean
  onClick: () => void
}

/** On a phone one swipes. A disabled button keeps the focus. */
function StepButton({ label, icon, isDisabled, onClick }: StepButtonProps) {
  const side = icon === 'chevron-left' ? 'left-3' : 'right-3'
  return (
    <IconButton
      label={label}
      aria-disabled={isDisabled || undefined}
      onClick={onClick}
      className={`absolute top-1/2 -translate-y-1/2 bg-card/90 hover:bg-card aria-disabled:opacity-45 max-md:hidden ${side}`}
    >
      <Icon name={icon} />
    </IconButton>
  )
}
