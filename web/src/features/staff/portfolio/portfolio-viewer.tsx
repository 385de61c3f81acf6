import { toSrcSet } from '@na-regua/contract/images'
import { type PortfolioImage, portfolioApi } from '@na-regua/contract/portfolio'
import type { Barber } from '@na-regua/contract/staff'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { api } from '../../../lib/api.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useSnapIndex } from '../../../ui/use-snap-index.ts'

export type PortfolioProps = {
  barber: Pick<Barber, 'id' | 'name' | 'portfolio' | 'portfolioCount'>
  /** What can be done with an image that is shown full screen: book what it shows. */
  action?: (image: PortfolioImage) => ReactNode
}

type PortfolioViewerProps = PortfolioProps & {
  /** Index of the image that is shown first. */
  first: number
  onClose: () => void
}

/** All images of a barber's work. Lists of barbers contain the first ones. */
function portfolioQuery(barberId: string) {
  return queryOptions({
    queryKey: ['barbers', 'portfolio', barberId],
    queryFn: async ({ signal }) => (await api(portfolioApi.list, { params: { id: barberId }, signal })).images,
  })
}

/** The steps of the keys, in images. */
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

/** All images of a barber's work, full screen: by swiping, by the arrow keys, or by buttons. Those of the list are shown at once. */
export function PortfolioViewer({ barber, action, first, onClose }: PortfolioViewerProps) {
  const { data: images = barber.portfolio, isError, refetch } = useQuery(portfolioQuery(barber.id))
  const snap = useSnapIndex(images.length, first)
  const { index, goTo } = snap
  useArrowKeys((step) => goTo(index + step))
  const shown = images[Math.min(index, images.length - 1)]
  const footer = (
    <div className="flex min-h-11 w-full items-center justify-between gap-3">
      <p aria-live="polite" className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block text-sm text-mute tabular-nums">
          <span className="sr-only">Foto </span>
          {index + 1} de {Math.max(barber.portfolioCount, images.length)}
        </span>
        {shown?.service && <span className="block font-semibold">{shown.service.name}</span>}
      </p>
      {isError && (
        <Button variant="outline" onClick={() => void refetch()}>
          Carregar as outras
        </Button>
      )}
      {shown && action?.(shown)}
    </div>
  )
  return (
    <Sheet side="full" isOpen isFlush onClose={onClose} title={`Trabalhos de ${barber.name}`} footer={footer}>
      <Images name={barber.name} images={images} snap={snap} />
    </Sheet>
  )
}

type ImagesProps = { name: string; images: readonly PortfolioImage[]; snap: ReturnType<typeof useSnapIndex> }

function Images({ name, images, snap: { strip, index, handleScroll, goTo } }: ImagesProps) {
  const hasSeveral = images.length > 1
  return (
    <div className="absolute inset-0">
      <ul
        ref={strip}
        onScroll={handleScroll}
        tabIndex={hasSeveral ? 0 : undefined}
        aria-label={`Fotos dos trabalhos de ${name}${hasSeveral ? ', use as setas para trocar' : ''}`}
        className="flex h-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain bg-sunken -outline-offset-4 [scrollbar-width:none]"
      >
        {images.map((image, position) => (
          <li key={image.url} className="h-full w-full shrink-0 snap-center snap-always">
            <FullImage image={image} position={position} isNear={Math.abs(position - index) <= 1} />
          </li>
        ))}
      </ul>
      <StepButton label="Foto anterior" icon="chevron-left" isDisabled={index === 0} onClick={() => goTo(index - 1)} />
      <StepButton
        label="Próxima foto"
        icon="chevron-right"
        isDisabled={index >= images.length - 1}
        onClick={() => goTo(index + 1)}
      />
    </div>
  )
}

/** Fills its place whatever its proportions, so that nothing moves when it is loaded. */
function FullImage({ image, position, isNear }: { image: PortfolioImage; position: number; isNear: boolean }) {
  const { url, service } = image
  return (
    <img
      src={url}
      srcSet={toSrcSet(url, 'webp')}
      sizes="100vw"
      alt={`Foto ${position + 1}${service ? `: ${service.name}` : ''}`}
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
