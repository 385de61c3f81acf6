import { clsx } from 'clsx'
import { type ChangeEvent, type ComponentProps, type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { ImageProblem } from '../lib/image-file.ts'
import { getThumbnailUrl } from '../lib/images.ts'
import { acceptedImages, type ImageUpload } from '../lib/upload.ts'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { MoveButtons } from './reorder.tsx'
import { RulerLine } from './ruler.tsx'
import { Sentences } from './sentences.tsx'

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
  /** In the upper left corner. */
  badge?: ReactNode
  /** Below the buttons. */
  children?: ReactNode
}

/** An image of a list that is edited: dragged or moved by buttons, and removed. */
export function ImageTile({ index, count, onMove, onRemove, isDragged, children, ...image }: ImageTileProps) {
  const name = `imagem ${index + 1}`
  return (
    <div
      className={clsx(
        'overflow-hidden rounded-control border border-line bg-card transition-opacity',
        isDragged && 'opacity-40',
      )}
    >
      <TileImage index={index} count={count} {...image} />
      <div className="flex flex-wrap items-center justify-between">
        <div className="flex">
          <MoveButtons name={name} index={index} count={count} onMove={onMove} axis="horizontal" />
        </div>
        <IconButton label={`Remover ${name}`} onClick={onRemove}>
          <Icon name="trash" className="size-4.5 text-mute" />
        </IconButton>
      </div>
      {children}
    </div>
  )
}

type TileImageProps = Pick<ImageTileProps, 'url' | 'index' | 'count' | 'onBroken' | 'handle' | 'badge'>

function TileImage({ url, index, count, onBroken, handle, badge }: TileImageProps) {
  return (
    <div className="relative cursor-grab" {...handle}>
      <img
        src={getThumbnailUrl(url)}
        alt={`Imagem ${index + 1} de ${count}`}
        draggable={false}
        onError={onBroken}
        className="aspect-4/3 w-full bg-sunken object-cover"
      />
      <span className="absolute top-2 left-2">{badge}</span>
    </div>
  )
}

const TICKS = 21

/** Running uploads, as items of the list that their images will be in. */
export function UploadTiles({ uploads }: { uploads: readonly ImageUpload[] }) {
  return uploads.map((upload) => (
    <li key={upload.preview}>
      <UploadTile upload={upload} />
    </li>
  ))
}

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

type ImageDropZoneProps = {
  label: string
  /** How many there are: '2 de 6 imagens'. */
  status: string
  isFull: boolean
  onPick: (files: File[]) => void
}

/** Files are picked, dropped, or taken with the camera. */
export function ImageDropZone({ label, status, isFull, onPick }: ImageDropZoneProps) {
  const { isOver, zone } = useFileDrop(onPick)
  return (
    <div
      {...zone}
      className={clsx(
        'grid justify-items-center gap-3 rounded-card border border-dashed p-5 text-center transition-colors [&>div]:justify-center',
        isOver ? 'border-ink bg-sunken' : 'border-edge',
      )}
    >
      <ImagePicker label={label} isMultiple isDisabled={isFull} onPick={onPick} />
      <p className="text-sm text-mute">
        <span className="pointer-coarse:hidden">Ou arraste as imagens para cá. </span>
        JPEG, PNG, WebP, AVIF ou GIF. Fotos grandes são reduzidas antes do envio.
      </p>
      <p role="status" className="text-sm font-semibold tabular-nums">
        {status}
      </p>
    </div>
  )
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

/** What is wrong with the chosen files. */
export function ImageProblems({ problems }: { problems: readonly ImageProblem[] }) {
  return (
    <div role="alert" className="grid grid-cols-1 gap-1 text-sm font-medium text-red empty:hidden">
      {problems.map(({ fileName, text, hint }, index) => (
        // Two files can have the same name and the same problem.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is only ever replaced or added to
        <p key={index}>
          {fileName && <span className="wrap-anywhere">{fileName}: </span>}
          <Sentences>{text}</Sentences>
          {hint && <span> {hint}</span>}
        </p>
      ))}
    </div>
  )
}

type ImagePickerProps = {
  label: string
  onPick: (files: File[]) => void
  isMultiple?: boolean
  isDisabled?: boolean
}

/** Opens the file picker, and on touch devices also the camera. */
export function ImagePicker({ label, onPick, isMultiple = false, isDisabled = false }: ImagePickerProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <FileButton icon="image" label={label} onPick={onPick} isDisabled={isDisabled} multiple={isMultiple} />
      <FileButton
        icon="camera"
        label="Tirar foto"
        onPick={onPick}
        isDisabled={isDisabled}
        capture="environment"
        className="not-pointer-coarse:hidden"
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
        accept={acceptedImages}
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
