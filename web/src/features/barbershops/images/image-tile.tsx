import { clsx } from 'clsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MoveButtons } from '../../../ui/reorder.tsx'
import { RulerLine } from '../../../ui/ruler.tsx'
import { getThumbnailUrl } from './rules.ts'
import type { ImageUpload } from './use-image-uploads.ts'

type ImageTileProps = {
  url: string
  index: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove: () => void
  /** The image failed to load. */
  onBroken?: () => void
  isDragged: boolean
  handle: object
}

export function ImageTile({ url, index, count, onMove, onRemove, onBroken, isDragged, handle }: ImageTileProps) {
  const name = `imagem ${index + 1}`
  return (
    <div
      className={clsx(
        'overflow-hidden rounded-control border border-line bg-card transition-opacity',
        isDragged && 'opacity-40',
      )}
    >
      <TileImage {...{ url, index, count, onBroken, handle }} />
      <div className="flex flex-wrap items-center justify-between">
        <div className="flex">
          <MoveButtons {...{ name, index, count, onMove }} axis="horizontal" />
        </div>
        <IconButton label={`Remover ${name}`} onClick={onRemove}>
          <Icon name="trash" className="size-4.5 text-mute" />
        </IconButton>
      </div>
      {index > 0 && (
        <Button
          variant="ghost"
          isWide
          className="text-sm!"
          aria-label={`Definir como capa: ${name}`}
          onClick={() => onMove(index, 0)}
        >
          Definir como capa
        </Button>
      )}
    </div>
  )
}

type TileImageProps = Pick<ImageTileProps, 'url' | 'index' | 'count' | 'onBroken' | 'handle'>

function TileImage({ url, index, count, onBroken, handle }: TileImageProps) {
  return (
    <div className="relative cursor-grab" {...handle}>
      <img
        src={getThumbnailUrl(url)}
        alt={`Imagem ${index + 1} de ${count}`}
        draggable={false}
        onError={onBroken}
        className="aspect-4/3 w-full bg-sunken object-cover"
      />
      {index === 0 && (
        <Badge tone="brass" className="absolute top-2 left-2">
          Capa
        </Badge>
      )}
    </div>
  )
}

const TICKS = 21

/** A running upload with its progress. */
export function UploadTile({ upload: { preview, part } }: { upload: ImageUpload }) {
  const percent = Math.round(part * 100)
  return (
    <div className="relative overflow-hidden rounded-control border border-line bg-sunken">
      <img src={preview} alt="" className="aspect-4/3 w-full object-cover opacity-50" />
      <div
        role="progressbar"
        aria-label="Envio da imagem"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="absolute inset-x-2 bottom-2 grid gap-1.5 rounded-small bg-card p-2"
      >
        <RulerLine steps={TICKS} done={Math.round(part * TICKS)} />
        <span className="text-sm text-mute tabular-nums">
          {percent < 100 ? `Enviando ${percent} %` : 'Preparando…'}
        </span>
      </div>
    </div>
  )
}
