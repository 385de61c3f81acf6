import { IMAGES_PER_SHOP } from '@na-regua/contract/own-barbershops'
import { type DragEvent, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { useDragOrder } from '../../../ui/use-drag-order.ts'
import { move } from '../form/rules.ts'
import { PicturePicker } from './picture-picker.tsx'
import { PictureTile } from './picture-tile.tsx'
import { UploadTile } from './upload-tile.tsx'
import type { PictureUploads } from './use-picture-uploads.ts'

type PictureFieldsProps = {
  pictures: readonly string[]
  onChange: (change: (current: readonly string[]) => string[]) => void
  uploads: PictureUploads
  /** Takes out what an old draft names and the server keeps no more. */
  dropsBroken?: boolean
}

/** Files that are dragged in from outside, not the tiles among themselves. */
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

/** At most six, in the order in which customers see them; the first is the cover. */
export function PictureFields({ pictures, onChange, uploads, dropsBroken }: PictureFieldsProps) {
  const { isOver, zone } = useFileDrop((files) => uploads.add(files))
  const count = pictures.length + uploads.uploads.length
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-mute">A primeira imagem é a capa: é ela que aparece na busca.</p>
      <div
        {...zone}
        className={classNames(
          'grid justify-items-center gap-3 rounded-card border border-dashed p-5 text-center transition-colors [&>div]:justify-center',
          isOver ? 'border-ink bg-sunken' : 'border-edge',
        )}
      >
        <PicturePicker
          label="Adicionar imagens"
          isMultiple
          isDisabled={count >= IMAGES_PER_SHOP}
          onPick={(files) => uploads.add(files)}
        />
        <p className="text-sm text-mute">
          <span className="pointer-coarse:hidden">Ou arraste as imagens para cá. </span>
          JPEG, PNG, WebP ou AVIF, até 5 MB cada.
        </p>
        <p role="status" className="text-sm font-semibold tabular-nums">
          {pictures.length} de {IMAGES_PER_SHOP} imagens
        </p>
      </div>
      <PictureProblems problems={uploads.problems} />
      <Tiles {...{ pictures, onChange, uploads, dropsBroken }} />
    </div>
  )
}

export function PictureProblems({ problems }: { problems: readonly string[] }) {
  return (
    <div role="alert" className="grid gap-1 text-sm font-medium text-red empty:hidden">
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </div>
  )
}

function Tiles({ pictures, onChange, uploads, dropsBroken = false }: PictureFieldsProps) {
  const remove = (url: string) => onChange((current) => current.filter((other) => other !== url))
  const handleMove = (from: number, to: number) => onChange((current) => move(current, from, to))
  const drag = useDragOrder(handleMove)
  return (
    <ul aria-label="Imagens" className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3">
      {pictures.map((url, index) => (
        <li key={url} {...drag.row(index)}>
          <PictureTile
            {...{ url, index }}
            count={pictures.length}
            onMove={handleMove}
            onRemove={() => remove(url)}
            onBroken={dropsBroken ? () => navigator.onLine && remove(url) : undefined}
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
