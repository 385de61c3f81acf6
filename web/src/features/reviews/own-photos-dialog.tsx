import { type OwnReviewPhotos, REVIEW_PHOTO_CONSENT } from '@na-regua/contract/review-photos'
import { MAX_REVIEW_PHOTOS, TOO_MANY_REVIEW_PHOTOS_MESSAGE } from '@na-regua/contract/text-limits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { getThumbnailUrl } from '../../lib/images.ts'
import { storeResponse } from '../../lib/query-client.ts'
import { type ImageLimit, useImageUploads } from '../../lib/upload.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ImageDropZone, ImageProblems, UploadTiles } from '../../ui/image-upload.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { ownPhotosQuery, removePhoto, uploadPhoto } from './queries.ts'

type OwnPhotosDialogProps = {
  appointment: { id: string; barbershopId: string; barbershopName: string }
  onClose: () => void
}

/** The author adds photos to their review, and takes them away at any time. */
export function OwnPhotosDialog({ appointment, onClose }: OwnPhotosDialogProps) {
  const { data, error, refetch } = useQuery(ownPhotosQuery(appointment.id))
  return (
    <Dialog isOpen onClose={onClose} title="Fotos da sua avaliação" width="medium">
      {data && <OwnPhotos appointment={appointment} own={data} />}
      {!data && error && <RetryNotice error={error} text="Erro ao carregar as fotos" onRetry={refetch} />}
      {!data && !error && <LoadingMessage>Carregando as fotos...</LoadingMessage>}
    </Dialog>
  )
}

const reviewPhotos: ImageLimit = { max: MAX_REVIEW_PHOTOS, message: TOO_MANY_REVIEW_PHOTOS_MESSAGE }

function useOwnPhotos(
  { id, barbershopId }: OwnPhotosDialogProps['appointment'],
  { reviewId, photos }: OwnReviewPhotos,
) {
  const client = useQueryClient()
  function store(next: OwnReviewPhotos) {
    storeResponse(client, ownPhotosQuery(id).queryKey, next)
    void client.invalidateQueries({ queryKey: ['reviews', barbershopId] })
  }
  const urls = photos.map(({ url }) => url)
  const uploads = useImageUploads(
    urls,
    // The server's response has the photo already.
    () => {},
    reviewPhotos,
    async (file, onProgress) => {
      const next = await uploadPhoto(reviewId, file, onProgress)
      store(next)
      return next.photos.at(-1)?.url ?? ''
    },
  )
  const removal = useMutation({ mutationFn: removePhoto, onSuccess: store })
  return { uploads, removal }
}

function OwnPhotos({ appointment, own }: { appointment: OwnPhotosDialogProps['appointment']; own: OwnReviewPhotos }) {
  const { photos } = own
  const [hasConsent, setConsent] = useState(photos.length > 0)
  const { uploads, removal } = useOwnPhotos(appointment, own)
  const count = photos.length + uploads.uploads.length
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-mute">
        Mostre como ficou: as fotos aparecem na sua avaliação, na página da {appointment.barbershopName}. Você tira
        quando quiser.
      </p>
      <Checkbox checked={hasConsent} onChange={setConsent}>
        {REVIEW_PHOTO_CONSENT}
      </Checkbox>
      <ImageDropZone
        label="Adicionar fotos"
        status={`${photos.length} de ${MAX_REVIEW_PHOTOS} fotos`}
        isFull={!hasConsent || count >= MAX_REVIEW_PHOTOS}
        onPick={(files) => hasConsent && uploads.add(files)}
      />
      <ImageProblems problems={uploads.problems} />
      {removal.error && (
        <p role="alert" className="font-medium text-red">
          {errorText(removal.error, 'Erro ao tirar a foto. Tente novamente.')}
        </p>
      )}
      <ul aria-label="Suas fotos" className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3">
        {photos.map((photo, index) => (
          <li key={photo.id} className="overflow-hidden rounded-control border border-line bg-card">
            <img
              src={getThumbnailUrl(photo.url)}
              alt={`Foto ${index + 1}`}
              className="aspect-4/3 w-full bg-sunken object-cover"
            />
            <div className="flex justify-end">
              <IconButton
                label={`Tirar foto ${index + 1}`}
                disabled={removal.isPending}
                onClick={() => removal.mutate(photo.id)}
              >
                <Icon name="trash" className="size-4.5 text-mute" />
              </IconButton>
            </div>
            {photo.isHidden && (
              <p className="px-3 pb-3 text-sm text-mute">Denunciada: escondida até a nossa conferência</p>
            )}
          </li>
        ))}
        <UploadTiles uploads={uploads.uploads} />
      </ul>
    </div>
  )
}
