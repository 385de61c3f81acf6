import { IMAGE_TYPES } from '@na-regua/contract/images'
import { MAX_BARBERSHOP_IMAGES } from '@na-regua/contract/own-barbershops'
import { clsx } from 'clsx'
import { type ChangeEvent, type ComponentProps, type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useDragOrder } from '../../../ui/reorder.tsx'
import { moveItem } from '../form/rules.ts'
import { ImageTile, UploadTile } from './image-tile.tsx'
import { getThumbnailUrl } from './rules.ts'
import type { ImageUploads } from './use-image-uploads.ts'

type ImageFieldsProps = {
  images: readonly string[]
  onChange: (change: (current: readonly string[]) => string[]) => void
  uploads: ImageUploads
  /** Removes images that fail to load: an old draft may name images that the server has deleted. */
  removesBroken?: boolean
}

/** Drag and drop of files, not of the tiles. */
function useFileDrop(onDrop: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

  return {
    isOver,
    zone: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        onDrop([...event.dataTransfer.files])
      },
    },
  }
}

/** At most six images, in the order that customers see. The first is the cover. */
export function ImageFields({ images, onChange, uploads, removesBroken }: ImageFieldsProps) {
  const { isOver, zone } = useFileDrop((files) => uploads.add(files))
  const count = images.length + uploads.uploads.length
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-mute">A primeira imagem é a capa: é ela que aparece na busca.</p>
      <div
        {...zone}
        className={clsx(
          'grid justify-items-center gap-3 rounded-card border border-dashed p-5 text-center transition-colors [&>div]:justify-center',
          isOver ? 'border-ink bg-sunken' : 'border-edge',
        )}
      >
        <ImagePicker
          label="Adicionar imagens"
          isMultiple
          isDisabled={count >= MAX_BARBERSHOP_IMAGES}
          onPick={(files) => uploads.add(files)}
        />
        <p className="text-sm text-mute">
          <span className="pointer-coarse:hidden">Ou arraste as imagens para cá. </span>
          JPEG, PNG, WebP ou AVIF, até 5 MB cada.
        </p>
        <p role="status" className="text-sm font-semibold tabular-nums">
          {images.length} de {MAX_BARBERSHOP_IMAGES} imagens
        </p>
      </div>
      <ImageProblems problems={uploads.problems} />
      <ImageTiles {...{ images, onChange, uploads, removesBroken }} />
    </div>
  )
}

function ImageProblems({ problems }: { problems: readonly string[] }) {
  return (
    <div role="alert" className="grid gap-1 text-sm font-medium text-red empty:hidden">
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
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
          />
        </li>
      ))}
      {uploads.uploads.map((upload) => (
        <li key={upload.key}>
          <UploadTile upload={upload} />
        </li>
      ))}
    </ul>
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

type ImagePickerProps = {
  label: string
  onPick: (files: File[]) => void
  isMultiple?: boolean
  isDisabled?: boolean
}

/** Opens the file picker, and on touch devices also the camera. */
function ImagePicker({ label, onPick, isMultiple = false, isDisabled = false }: ImagePickerProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <FileButton icon="image" {...{ label, onPick, isDisabled }} multiple={isMultiple} />
      <FileButton
        icon="camera"
        label="Tirar foto"
        {...{ onPick, isDisabled }}
        capture="environment"
        className="hidden pointer-coarse:inline-flex"
      />
    </div>
  )
}

type FileButtonProps = Pick<ComponentProps<'input'>, 'multiple' | 'capture'> & {
  icon: 'image' | 'camera'
  label: string
  onPick: (files: File[]) => void
  isDisabled: boolean
  className?: string
}

function FileButton({ icon, label, onPick, isDisabled, className, ...input }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null)

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    // Otherwise picking the same file again fires no change event.
    target.value = ''
    if (files.length > 0) onPick(files)
  }

  return (
    <>
      <input
        {...input}
        ref={field}
        type="file"
        accept={IMAGE_TYPES}
        onChange={handleChange}
        tabIndex={-1}
        aria-label={`${label}: arquivo`}
        className="sr-only"
      />
      <Button variant="outline" disabled={isDisabled} className={className} onClick={() => field.current?.click()}>
        <Icon name={icon} />
        {label}
      </Button>
    </>
  )
}
