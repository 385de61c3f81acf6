import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MoveButtons } from '../../../ui/move-buttons.tsx'
import { thumbnailOf } from './rules.ts'

type PictureTileProps = {
  url: string
  index: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove: () => void
  /** The picture is there no more. */
  onBroken?: () => void
  isDragged: boolean
  handle: object
}

export function PictureTile({ url, index, count, onMove, onRemove, onBroken, isDragged, handle }: PictureTileProps) {
  const name = `imagem ${index + 1}`
  return (
    <div
      className={classNames(
        'overflow-hidden rounded-control border border-line bg-card transition-opacity',
        isDragged && 'opacity-40',
      )}
    >
      <Picture {...{ url, index, count, onBroken, handle }} />
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

type PictureProps = Pick<PictureTileProps, 'url' | 'index' | 'count' | 'onBroken' | 'handle'>

function Picture({ url, index, count, onBroken, handle }: PictureProps) {
  return (
    <div className="relative cursor-grab" {...handle}>
      <img
        src={thumbnailOf(url)}
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
