import { MAX_BARBERSHOP_IMAGES } from '@na-regua/contract/own-barbershops'
import { getThumbnailUrl } from '../../../lib/images.ts'
import type { ImageUploads } from '../../../lib/upload.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import {
  ImageDropZone,
  ImagePicker,
  ImageProblems,
  ImageTile,
  UploadTile,
  UploadTiles,
} from '../../../ui/image-upload.tsx'
import { moveItem, useDragOrder } from '../../../ui/reorder.tsx'

type ImageFieldsProps = {
  images: readonly string[]
  onChange: (change: (current: readonly string[]) => string[]) => void
  uploads: ImageUploads
  /** Removes images that fail to load: an old draft may name images that the server has deleted. */
  removesBroken?: boolean
}

/** At most six images, in the order that customers see. The first is the cover. */
export function ImageFields({ images, onChange, uploads, removesBroken }: ImageFieldsProps) {
  const count = images.length + uploads.uploads.length
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-mute">A primeira imagem é a capa: é ela que aparece na busca.</p>
      <ImageDropZone
        label="Adicionar imagens"
        status={`${images.length} de ${MAX_BARBERSHOP_IMAGES} imagens`}
        isFull={count >= MAX_BARBERSHOP_IMAGES}
        onPick={(files) => uploads.add(files)}
      />
      <ImageProblems problems={uploads.problems} />
      <ImageTiles {...{ images, onChange, uploads, removesBroken }} />
    </div>
  )
}

function ImageTiles({ images, onChange, uploads, removesBroken = false }: ImageFieldsProps) {
  const remove = (url: string) => onChange((current) => current.filter((other) => other !== url))
  const handleMove = (from: number, to: number) => onChange((current) => moveItem(current, from, to))
  const drag = useDragOrder(handleMove)
  return (
    <ul aria-label="Imagens" className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3">
      {images.map((url, index) => (
        <li key={url} {...drag.row(index)}>
          <ImageTile
            {...{ url, index }}
            count={images.length}
            onMove={handleMove}
            onRemove={() => remove(url)}
            onBroken={removesBroken ? () => navigator.onLine && remove(url) : undefined}
            isDragged={drag.dragged === index}
            handle={drag.handle(index)}
            badge={index === 0 && <Badge tone="brass">Capa</Badge>}
          >
            {index > 0 && <CoverButton index={index} onChoose={() => handleMove(index, 0)} />}
          </ImageTile>
        </li>
      ))}
      <UploadTiles uploads={uploads.uploads} />
    </ul>
  )
}

function CoverButton({ index, onChoose }: { index: number; onChoose: () => void }) {
  return (
    <Button
      variant="ghost"
      isWide
      className="text-sm!"
      aria-label={`Definir como capa: imagem ${index + 1}`}
      onClick={onChoose}
    >
      Definir como capa
    </Button>
  )
}

type CoverFieldProps = { images: readonly string[]; uploads: ImageUploads; onRemove: () => void }

/** The first of the images. The last step shows it with the others. */
export function CoverField({ images, uploads, onRemove }: CoverFieldProps) {
  const [cover] = images
  const [upload] = uploads.uploads
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-1.5 text-sm font-semibold">Foto de capa</legend>
      {(cover ?? upload) && (
        <div className="w-full max-w-64">
          {upload ? (
            <UploadTile upload={upload} />
          ) : (
            <img
              src={getThumbnailUrl(String(cover))}
              alt="Capa da barbearia"
              onError={() => navigator.onLine && onRemove()}
              className="aspect-4/3 w-full rounded-control border border-line bg-sunken object-cover"
            />
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <ImagePicker
          label={cover ? 'Trocar capa' : 'Escolher foto'}
          isDisabled={uploads.isBusy}
          onPick={(files) => uploads.add(files.slice(0, 1), { isCover: true })}
        />
        {cover && !uploads.isBusy && (
          <Button variant="ghost" onClick={onRemove}>
            Remover capa
          </Button>
        )}
      </div>
      <ImageProblems problems={uploads.problems} />
    </fieldset>
  )
}
