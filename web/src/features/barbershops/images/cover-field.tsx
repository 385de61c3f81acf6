import { Button } from '../../../ui/button.tsx'
import { PictureProblems } from './picture-fields.tsx'
import { PicturePicker } from './picture-picker.tsx'
import { thumbnailOf } from './rules.ts'
import { UploadTile } from './upload-tile.tsx'
import type { PictureUploads } from './use-picture-uploads.ts'

type CoverFieldProps = { pictures: readonly string[]; uploads: PictureUploads; onRemove: () => void }

/** The first of the pictures; the last step shows it among the others. */
export function CoverField({ pictures, uploads, onRemove }: CoverFieldProps) {
  const [cover] = pictures
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
              src={thumbnailOf(String(cover))}
              alt="Capa da barbearia"
              onError={() => navigator.onLine && onRemove()}
              className="aspect-4/3 w-full rounded-control border border-line bg-sunken object-cover"
            />
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <PicturePicker
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
      <PictureProblems problems={uploads.problems} />
    </fieldset>
  )
}
